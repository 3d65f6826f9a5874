// WebSocket connections (RFC 6455) over libwebsockets, whose event loop and macros Swift cannot use directly.
//
// One thread serves all connections of a client. All functions may be called from any thread.

#ifndef WEB_SOCKET_CLIENT_H
#define WEB_SOCKET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct web_socket_client web_socket_client;

typedef enum {
  WEB_SOCKET_OPENED,
  // A complete text message.
  WEB_SOCKET_MESSAGE,
  // The last event. The bytes are the reason, in UTF-8.
  WEB_SOCKET_CLOSED,
} web_socket_event;

// Receives the events of a connection, one after another, on the client's thread. It must not wait.
// `code` is that of the close frame (RFC 6455, section 7.4), the HTTP status of a refused connection, or 0.
typedef void (*web_socket_handler)(
  void *owner, web_socket_event event, const uint8_t *bytes, size_t count, int code);

typedef struct {
  const char *host;
  int port;
  // The path with the query.
  const char *path;
  bool is_secure;
  // The value of the header field Authorization; NULL for none.
  const char *authorization;
  // The offered subprotocol; NULL for none.
  const char *subprotocol;
  // A longer message closes the connection with 1009.
  size_t maximum_message;
  // When more bytes than these wait to be sent, the connection is closed.
  size_t maximum_waiting;
} web_socket_endpoint;

// Starts the thread. `authorities` is a PEM file of trusted certificates instead of the system's; NULL for those.
// Returns NULL if there is not enough memory or the file cannot be read.
web_socket_client *web_socket_client_start(const char *authorities);

// Opens a connection. The strings are copied. The handler is called until WEB_SOCKET_CLOSED.
// Returns the number of the connection, or 0 if there is not enough memory: then the handler is never called.
uint64_t web_socket_open(
  web_socket_client *client, const web_socket_endpoint *endpoint, web_socket_handler handler, void *owner);

// Sends a text message; ignored when the connection is closed.
void web_socket_send(web_socket_client *client, uint64_t connection, const uint8_t *bytes, size_t count);

// Closes a connection after what waits to be sent; ignored when it is closed.
void web_socket_close(web_socket_client *client, uint64_t connection);

#endif
