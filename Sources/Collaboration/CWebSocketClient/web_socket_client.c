// On Apple's platforms, the library uses URLSession instead.
#ifndef __APPLE__
#define _POSIX_C_SOURCE 200809L

#include "web_socket_client.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct outgoing {
  struct outgoing *next;
  size_t count;
  // LWS_PRE bytes for the library, and then the message.
  unsigned char bytes[];
} outgoing;

typedef struct connection {
  // A counter, and the slot of the connection in the lower half.
  uint64_t number;
  // The next connection of which other threads want something.
  struct connection *next_wanted;
  web_socket_handler handler;
  void *owner;

  // The copied endpoint.
  char *host, *path, *authorization, *subprotocol;
  int port;
  bool is_secure;
  size_t maximum_message, maximum_waiting;

  struct lws *wsi;
  // Messages to send, oldest first.
  outgoing *first, *last;
  size_t waiting;
  bool is_new, is_open, is_closing, has_overflowed, is_wanted;

  // The fragments of a message. Only used by the thread.
  uint8_t *received;
  size_t received_count, received_capacity;
  int code;
  char reason[124];
} connection;

struct web_socket_client {
  struct lws_context *context;
  pthread_mutex_t lock;
  // The connections by slot; free ones are NULL, and their indices are in `free_slots`.
  connection **slots;
  uint32_t *free_slots;
  uint32_t slot_count, free_count, slot_capacity;
  uint32_t last_number;
  connection *wanted;
};

static void service_connection(web_socket_client *client, connection *c);

// MARK: - Memory

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

static void free_connection(connection *c) {
  for (outgoing *message = c->first; message;) {
    outgoing *next = message->next;
    free(message);
    message = next;
  }
  free(c->host);
  free(c->path);
  free(c->authorization);
  free(c->subprotocol);
  free(c->received);
  free(c);
}

static connection *find(web_socket_client *client, uint64_t number) {
  uint32_t slot = (uint32_t)number;
  connection *c = slot < client->slot_count ? client->slots[slot] : NULL;
  return c && c->number == number ? c : NULL;
}

// Gives a connection a number; returns false if there is not enough memory.
static bool add(web_socket_client *client, connection *c) {
  uint32_t slot = client->slot_count;
  if (client->free_count > 0) {
    slot = client->free_slots[--client->free_count];
  } else if (slot == client->slot_capacity) {
    uint32_t capacity = slot ? slot * 2 : 16;
    connection **slots = realloc(client->slots, capacity * sizeof *slots);
    if (slots) client->slots = slots;
    uint32_t *free_slots = realloc(client->free_slots, capacity * sizeof *free_slots);
    if (free_slots) client->free_slots = free_slots;
    if (!slots || !free_slots) return false;
    client->slot_capacity = capacity;
  }
  if (slot == client->slot_count) client->slot_count++;
  if (++client->last_number == 0) client->last_number = 1;
  c->number = (uint64_t)client->last_number << 32 | slot;
  client->slots[slot] = c;
  return true;
}

// Asks the thread to look at a connection.
static void want(web_socket_client *client, connection *c) {
  if (c->is_wanted) return;
  c->is_wanted = true;
  c->next_wanted = client->wanted;
  client->wanted = c;
}

// MARK: - The thread

// Removes a connection, and tells its owner.
static void finish(web_socket_client *client, connection *c) {
  pthread_mutex_lock(&client->lock);
  for (connection **link = &client->wanted; c->is_wanted && *link; link = &(*link)->next_wanted) {
    if (*link == c) {
      *link = c->next_wanted;
      break;
    }
  }
  uint32_t slot = (uint32_t)c->number;
  client->slots[slot] = NULL;
  client->free_slots[client->free_count++] = slot;
  pthread_mutex_unlock(&client->lock);
  c->handler(c->owner, WEB_SOCKET_CLOSED, (const uint8_t *)c->reason, strlen(c->reason), c->code);
  free_connection(c);
}

static void explain(connection *c, const char *reason, size_t count) {
  if (count >= sizeof c->reason) count = sizeof c->reason - 1;
  memcpy(c->reason, reason, count);
  c->reason[count] = 0;
}

static void explain_text(connection *c, const char *reason) { explain(c, reason, strlen(reason)); }

// Adds a fragment; returns false if the message is too long or there is not enough memory.
static bool collect(connection *c, const void *bytes, size_t count) {
  size_t needed = c->received_count + count;
  if (needed > c->maximum_message) return false;
  if (needed > c->received_capacity) {
    size_t capacity = needed < 4096 ? 4096 : needed * 2;
    uint8_t *larger = realloc(c->received, capacity);
    if (!larger) return false;
    c->received = larger;
    c->received_capacity = capacity;
  }
  memcpy(c->received + c->received_count, bytes, count);
  c->received_count = needed;
  return true;
}

static int receive(struct lws *wsi, connection *c, const void *bytes, size_t count) {
  if (lws_frame_is_binary(wsi)) {
    c->code = LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE;
    explain_text(c, "the server sent a binary message");
    lws_close_reason(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
    return -1;
  }
  if (!collect(c, bytes, count)) {
    c->code = LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE;
    explain_text(c, "the server sent a message that is too long");
    lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
    return -1;
  }
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
  c->handler(c->owner, WEB_SOCKET_MESSAGE, c->received, c->received_count, 0);
  c->received_count = 0;
  return 0;
}

static int send_next(web_socket_client *client, struct lws *wsi, connection *c) {
  pthread_mutex_lock(&client->lock);
  outgoing *message = c->first;
  if (message) {
    c->first = message->next;
    if (!c->first) c->last = NULL;
    c->waiting -= message->count;
  }
  bool has_more = c->first != NULL, is_closing = c->is_closing, has_overflowed = c->has_overflowed;
  pthread_mutex_unlock(&client->lock);

  if (has_overflowed) {
    free(message);
    explain_text(c, "too much waited to be sent");
    return -1;
  }
  if (message) {
    int written = lws_write(wsi, message->bytes + LWS_PRE, message->count, LWS_WRITE_TEXT);
    free(message);
    if (written < 0) return -1;
  }
  if (has_more) {
    lws_callback_on_writable(wsi);
  } else if (is_closing) {
    lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
    return -1;
  }
  return 0;
}

static connection *next_wanted(web_socket_client *client) {
  pthread_mutex_lock(&client->lock);
  connection *c = client->wanted;
  if (c) {
    client->wanted = c->next_wanted;
    c->is_wanted = false;
  }
  pthread_mutex_unlock(&client->lock);
  return c;
}

static int callback(
  struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t count) {
  connection *c = user;
  web_socket_client *client = lws_context_user(lws_get_context(wsi));
  switch (reason) {
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
    while ((c = next_wanted(client))) service_connection(client, c);
    return 0;
  case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
    unsigned char **position = in;
    if (c && c->authorization &&
        lws_add_http_header_by_token(
          wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (const unsigned char *)c->authorization, (int)strlen(c->authorization),
          position, *position + count))
      return -1;
    return 0;
  }
  case LWS_CALLBACK_CLIENT_ESTABLISHED:
    c->is_open = true;
    c->handler(c->owner, WEB_SOCKET_OPENED, NULL, 0, 0);
    lws_callback_on_writable(wsi);
    return 0;
  case LWS_CALLBACK_CLIENT_RECEIVE: return receive(wsi, c, in, count);
  case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(client, wsi, c);
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    if (count >= 2) {
      const unsigned char *bytes = in;
      c->code = bytes[0] << 8 | bytes[1];
      explain(c, (const char *)bytes + 2, count - 2);
    }
    return 0;
  case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    if (!c) return 0;
    c->code = (int)lws_http_client_http_response(wsi);
    if (in) explain(c, in, count ? count : strlen(in));
    finish(client, c);
    return 0;
  case LWS_CALLBACK_CLIENT_CLOSED:
    if (c) finish(client, c);
    return 0;
  default: return 0;
  }
}

static const struct lws_protocols protocols[] = {{"client", callback, 0, 4096, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};

// A silent server is pinged, and given up after 40 seconds.
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

static void connect_now(web_socket_client *client, connection *c) {
  struct lws_client_connect_info info = {0};
  info.context = client->context;
  info.address = c->host;
  info.host = c->host;
  // An address of IPv6 has brackets in the header field. With TLS, the library compares this text with the certificate.
  char bracketed[64];
  if (!c->is_secure && strchr(c->host, ':')) {
    snprintf(bracketed, sizeof bracketed, "[%s]", c->host);
    info.host = bracketed;
  }
  info.port = c->port;
  info.path = c->path;
  info.ssl_connection = c->is_secure ? LCCSCF_USE_SSL : 0;
  info.protocol = c->subprotocol;
  info.local_protocol_name = protocols[0].name;
  info.userdata = c;
  info.retry_and_idle_policy = &idle_policy;
  uint64_t number = c->number;
  struct lws *wsi = lws_client_connect_via_info(&info);
  // A failure may have finished the connection already.
  pthread_mutex_lock(&client->lock);
  connection *remaining = find(client, number);
  if (remaining) remaining->wsi = wsi;
  pthread_mutex_unlock(&client->lock);
  if (remaining && !wsi) {
    explain_text(remaining, "the connection could not be opened");
    finish(client, remaining);
  }
}

// Does what other threads want of a connection.
static void service_connection(web_socket_client *client, connection *c) {
  pthread_mutex_lock(&client->lock);
  bool is_new = c->is_new, is_closing = c->is_closing;
  bool has_work = c->first || is_closing || c->has_overflowed;
  c->is_new = false;
  pthread_mutex_unlock(&client->lock);
  if (is_new) {
    if (is_closing) {
      finish(client, c);
    } else {
      connect_now(client, c);
    }
  } else if (c->is_open && has_work) {
    lws_callback_on_writable(c->wsi);
  } else if (c->wsi && is_closing) {
    // Still connecting.
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
  }
}

static void *run(void *argument) {
  web_socket_client *client = argument;
  while (lws_service(client->context, 0) >= 0) {}
  return NULL;
}

// MARK: - Calls from any thread

web_socket_client *web_socket_client_start(const char *authorities) {
  lws_set_log_level(0, NULL);
  web_socket_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  pthread_mutex_init(&client->lock, NULL);
  struct lws_context_creation_info info = {0};
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.protocols = protocols;
  info.user = client;
  info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8;
  info.client_ssl_ca_filepath = authorities;
  info.connect_timeout_secs = 15;
  info.timeout_secs = 15;
  info.gid = -1;
  info.uid = -1;
  client->context = lws_create_context(&info);
  pthread_t thread;
  if (!client->context || pthread_create(&thread, NULL, run, client) != 0) {
    if (client->context) lws_context_destroy(client->context);
    free(client);
    return NULL;
  }
  pthread_detach(thread);
  return client;
}

uint64_t web_socket_open(
  web_socket_client *client, const web_socket_endpoint *endpoint, web_socket_handler handler, void *owner) {
  connection *c = calloc(1, sizeof *c);
  if (!c) return 0;
  c->handler = handler;
  c->owner = owner;
  c->host = copy(endpoint->host);
  c->path = copy(endpoint->path);
  c->authorization = copy(endpoint->authorization);
  c->subprotocol = copy(endpoint->subprotocol);
  c->port = endpoint->port;
  c->is_secure = endpoint->is_secure;
  c->maximum_message = endpoint->maximum_message;
  c->maximum_waiting = endpoint->maximum_waiting;
  c->is_new = true;
  bool lacks_memory = !c->host || !c->path || (endpoint->authorization && !c->authorization) ||
                      (endpoint->subprotocol && !c->subprotocol);
  if (lacks_memory) {
    free_connection(c);
    return 0;
  }
  pthread_mutex_lock(&client->lock);
  uint64_t number = 0;
  if (add(client, c)) {
    number = c->number;
    want(client, c);
  }
  pthread_mutex_unlock(&client->lock);
  if (!number) {
    free_connection(c);
    return 0;
  }
  lws_cancel_service(client->context);
  return number;
}

void web_socket_send(web_socket_client *client, uint64_t number, const uint8_t *bytes, size_t count) {
  outgoing *message = malloc(sizeof *message + LWS_PRE + count);
  if (message) {
    message->next = NULL;
    message->count = count;
    memcpy(message->bytes + LWS_PRE, bytes, count);
  }
  pthread_mutex_lock(&client->lock);
  connection *c = find(client, number);
  bool is_kept = c && message && !c->is_closing && c->waiting + count <= c->maximum_waiting;
  if (is_kept) {
    if (c->last) {
      c->last->next = message;
    } else {
      c->first = message;
    }
    c->last = message;
    c->waiting += count;
  } else if (c && !c->is_closing) {
    c->has_overflowed = true;
  }
  if (c) want(client, c);
  pthread_mutex_unlock(&client->lock);
  if (!is_kept) free(message);
  lws_cancel_service(client->context);
}

void web_socket_close(web_socket_client *client, uint64_t number) {
  pthread_mutex_lock(&client->lock);
  connection *c = find(client, number);
  if (c) {
    c->is_closing = true;
    want(client, c);
  }
  pthread_mutex_unlock(&client->lock);
  lws_cancel_service(client->context);
}

#endif
