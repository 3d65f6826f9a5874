// HTTP/1.1 and WebSockets (RFC 9112, RFC 6455) over libwebsockets, whose event loop and macros Swift cannot use directly.
//
// One thread serves all connections, and calls the handlers, which must not wait. All functions may be called from any
// thread.

#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct web_server web_server;

// A request without its body. The pointers are valid during the call. Texts that the client did not send are NULL.
typedef struct {
  // The number of the request, or of the WebSocket.
  uint64_t number;
  // NULL for a method that the library does not know.
  const char *method;
  // The path, decoded, without the query.
  const char *path;
  // The value of the query's parameter `access_token`, decoded.
  const char *access_token;
  const char *authorization;
  const char *content_type;
  const char *origin;
  const char *host;
  // The address of the client.
  const char *peer;
  // -1 if the client did not send it.
  int64_t content_length;
  // Whether the body has another encoding than its length.
  bool is_chunked;
  // Whether the client asks for a WebSocket.
  bool is_upgrade;
} web_request;

typedef struct {
  void *owner;
  // A request arrived; its body did not. A handler that refuses it calls `web_server_respond` and returns true.
  bool (*refuses)(void *owner, const web_request *request);
  // A request does not arrive: its time is over (408), or its body is too long (413). The handler calls
  // `web_server_respond`.
  void (*failed)(void *owner, uint64_t request, int status);
  // A request arrived, with its body.
  void (*received)(void *owner, uint64_t request, const uint8_t *body, size_t count);
  // A WebSocket was opened.
  void (*opened)(void *owner, const web_request *request);
  // A complete text message arrived.
  void (*message)(void *owner, uint64_t socket, const uint8_t *bytes, size_t count);
  // A WebSocket was closed, or a request was given up before its response.
  void (*closed)(void *owner, uint64_t number);
} web_handlers;

typedef struct {
  // The address of the interface to listen on; NULL for all.
  const char *address;
  // 0 for any free port.
  int port;
  // PEM files; NULL for no TLS.
  const char *certificate, *key;
  size_t maximum_body;
  // A longer WebSocket message closes the socket with 1009.
  size_t maximum_message;
  // A socket for which more bytes than these wait to be sent is closed with 1013.
  size_t maximum_waiting;
  int maximum_connections;
  // How long a request may take to arrive, in seconds.
  int request_timeout;
} web_server_options;

// Starts the server. The strings are copied. Returns NULL if it cannot listen, with a reason in `error`.
web_server *web_server_start(
  const web_server_options *options, const web_handlers *handlers, char *error, size_t error_count);

// The port on which the server listens.
int web_server_port(const web_server *server);

// The number of open connections.
int web_server_connections(web_server *server);

// Responds to a request; ignored if it is gone. `fields` are lines "name: value\r\n".
void web_server_respond(
  web_server *server, uint64_t request, int status, const char *fields, const uint8_t *body, size_t count);

// Sends a text message; ignored when the socket is closed.
void web_server_send(web_server *server, uint64_t socket, const uint8_t *bytes, size_t count);

// Closes a socket after what waits to be sent; ignored when it is closed. The reason has at most 120 bytes.
void web_server_close(web_server *server, uint64_t socket, int code, const char *reason);

// Closes all sockets with 1001, waits up to `seconds` for responses, and ends the thread.
void web_server_stop(web_server *server, int seconds);

// Frees a stopped server. No other function may be called from then on.
void web_server_free(web_server *server);

#endif
