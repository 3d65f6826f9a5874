#define _GNU_SOURCE

#include "web_server.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct outgoing {
  struct outgoing *next;
  size_t count;
  // LWS_PRE bytes for the library, and then the message.
  unsigned char bytes[];
} outgoing;

// A response that waits to be written.
typedef struct {
  int status;
  char *fields;
  outgoing *body;
} response;

// One request, or one WebSocket.
typedef struct session {
  // A counter, and the slot of the session in the lower half; 0 for none.
  uint64_t number;
  // The next session of which other threads want something.
  struct session *next_wanted;
  struct lws *wsi;
  bool is_wanted, is_socket, is_open, has_arrived;

  // Set by any thread.
  response response;
  bool has_response;
  // Messages to send, oldest first.
  outgoing *first, *last;
  size_t waiting;
  int close_code;
  char close_reason[121];

  // The body, or the fragments of a message. Only used by the thread.
  uint8_t *received;
  size_t received_count, received_capacity;
} session;

struct web_server {
  struct lws_context *context;
  web_server_options options;
  web_handlers handlers;
  struct lws_protocols protocols[2];
  pthread_t thread;
  int port;

  pthread_mutex_t lock;
  // The sessions by slot; free ones are NULL, and their indices are in `free_slots`.
  session **slots;
  uint32_t *free_slots;
  uint32_t slot_count, free_count, slot_capacity;
  uint32_t last_number;
  session *wanted;
  int connections;
  bool is_stopping;
  time_t stop_time;
};

// MARK: - Sessions

static session *find(web_server *server, uint64_t number) {
  uint32_t slot = (uint32_t)number;
  session *s = slot < server->slot_count ? server->slots[slot] : NULL;
  return s && s->number == number ? s : NULL;
}

// Returns a new session with a number; NULL if there is not enough memory.
static session *add(web_server *server, struct lws *wsi) {
  session *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->wsi = wsi;
  pthread_mutex_lock(&server->lock);
  uint32_t slot = server->slot_count;
  bool has_slot = true;
  if (server->free_count > 0) {
    slot = server->free_slots[--server->free_count];
  } else if (slot == server->slot_capacity) {
    uint32_t capacity = slot ? slot * 2 : 64;
    session **slots = realloc(server->slots, capacity * sizeof *slots);
    if (slots) server->slots = slots;
    uint32_t *free_slots = realloc(server->free_slots, capacity * sizeof *free_slots);
    if (free_slots) server->free_slots = free_slots;
    has_slot = slots && free_slots;
    if (has_slot) server->slot_capacity = capacity;
  }
  if (has_slot) {
    if (slot == server->slot_count) server->slot_count++;
    if (++server->last_number == 0) server->last_number = 1;
    s->number = (uint64_t)server->last_number << 32 | slot;
    server->slots[slot] = s;
  }
  pthread_mutex_unlock(&server->lock);
  if (!has_slot) {
    free(s);
    return NULL;
  }
  return s;
}

static void free_response(response *r) {
  free(r->fields);
  free(r->body);
  *r = (response){0};
}

// Forgets a session, which other threads can no longer find.
static void drop(web_server *server, session *s) {
  pthread_mutex_lock(&server->lock);
  for (session **link = &server->wanted; s->is_wanted && *link; link = &(*link)->next_wanted) {
    if (*link == s) {
      *link = s->next_wanted;
      break;
    }
  }
  uint32_t slot = (uint32_t)s->number;
  server->slots[slot] = NULL;
  server->free_slots[server->free_count++] = slot;
  pthread_mutex_unlock(&server->lock);
  for (outgoing *message = s->first; message;) {
    outgoing *next = message->next;
    free(message);
    message = next;
  }
  free_response(&s->response);
  free(s->received);
  free(s);
}

// Asks the thread to look at a session.
static void want(web_server *server, session *s) {
  if (s->is_wanted) return;
  s->is_wanted = true;
  s->next_wanted = server->wanted;
  server->wanted = s;
}

static session *next_wanted(web_server *server) {
  pthread_mutex_lock(&server->lock);
  session *s = server->wanted;
  if (s) {
    server->wanted = s->next_wanted;
    s->is_wanted = false;
  }
  pthread_mutex_unlock(&server->lock);
  return s;
}

// MARK: - Requests

enum { field_size = 4096 };

// The texts of a request's head.
typedef struct {
  char path[field_size], token[field_size], authorization[field_size];
  char content_type[256], origin[256], host[256], length[24], encoding[64], peer[64];
} head_texts;

// Returns the value of a field; NULL if the client did not send it, and an empty text if it is too long: a field that is
// there must not seem to be absent.
static const char *field(struct lws *wsi, enum lws_token_indexes token, char *text, int size) {
  if (lws_hdr_total_length(wsi, token) <= 0) return NULL;
  if (lws_hdr_copy(wsi, text, size, token) <= 0) *text = 0;
  return text;
}

// Returns the value of a parameter of the query; NULL if it is absent or too long.
static const char *parameter(struct lws *wsi, const char *name, char *text, int size) {
  return lws_get_urlarg_by_name(wsi, name, text, size);
}

static const char *method(struct lws *wsi) {
  static const struct {
    enum lws_token_indexes token;
    const char *name;
  } methods[] = {
    {WSI_TOKEN_GET_URI, "GET"},       {WSI_TOKEN_POST_URI, "POST"},   {WSI_TOKEN_PUT_URI, "PUT"},
    {WSI_TOKEN_DELETE_URI, "DELETE"}, {WSI_TOKEN_PATCH_URI, "PATCH"}, {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
    {WSI_TOKEN_HEAD_URI, "HEAD"},
  };
  for (size_t index = 0; index < sizeof methods / sizeof *methods; index++) {
    if (lws_hdr_total_length(wsi, methods[index].token) > 0) return methods[index].name;
  }
  return NULL;
}

static void read_head(struct lws *wsi, uint64_t number, head_texts *texts, web_request *request) {
  *request = (web_request){.number = number, .content_length = -1};
  request->method = method(wsi);
  char *path;
  int length;
  if (lws_http_get_uri_and_method(wsi, &path, &length) >= 0 && length > 0 && length < (int)sizeof texts->path) {
    memcpy(texts->path, path, (size_t)length);
    texts->path[length] = 0;
    request->path = texts->path;
  }
  request->access_token = parameter(wsi, "access_token=", texts->token, sizeof texts->token);
  request->authorization =
    field(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, texts->authorization, sizeof texts->authorization);
  request->content_type =
    field(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, texts->content_type, sizeof texts->content_type);
  request->origin = field(wsi, WSI_TOKEN_ORIGIN, texts->origin, sizeof texts->origin);
  request->host = field(wsi, WSI_TOKEN_HOST, texts->host, sizeof texts->host);
  request->is_upgrade = lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) > 0;
  request->is_chunked = field(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING, texts->encoding, sizeof texts->encoding) != NULL;
  if (field(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, texts->length, sizeof texts->length)) {
    char *end;
    long long value = strtoll(texts->length, &end, 10);
    if (end != texts->length && *end == 0 && value >= 0) request->content_length = value;
  }
  lws_get_peer_simple(wsi, texts->peer, sizeof texts->peer);
  request->peer = texts->peer;
}

// Writes a response. Returns 0, or what the callback has to return.
static int write_response(web_server *server, session *s, bool is_last) {
  struct lws *wsi = s->wsi;
  response r = s->response;
  s->response = (response){0};
  size_t body = r.body ? r.body->count : 0;
  size_t size = LWS_PRE + 1024 + (r.fields ? strlen(r.fields) : 0);
  unsigned char *buffer = malloc(size);
  int result = -1;
  if (!buffer) goto end;
  unsigned char *start = buffer + LWS_PRE, *position = start, *end = buffer + size - 1;
  if (lws_add_http_header_status(wsi, (unsigned)r.status, &position, end)) goto end;
  if (lws_add_http_header_content_length(wsi, body, &position, end)) goto end;
  if (is_last && lws_add_http_header_by_token(
                   wsi, WSI_TOKEN_CONNECTION, (const unsigned char *)"close", 5, &position, end))
    goto end;
  for (char *line = r.fields; line && *line;) {
    char *colon = strchr(line, ':'), *stop = strstr(line, "\r\n");
    if (!colon || !stop || colon > stop) break;
    char name[128];
    size_t count = (size_t)(colon - line) + 1;
    if (count >= sizeof name) break;
    memcpy(name, line, count);
    name[count] = 0;
    const char *value = colon + 1 + strspn(colon + 1, " ");
    if (lws_add_http_header_by_name(
          wsi, (const unsigned char *)name, (const unsigned char *)value, (int)(stop - value), &position, end))
      goto end;
    line = stop + 2;
  }
  if (lws_finalize_write_http_header(wsi, start, &position, end)) goto end;
  if (body > 0 && lws_write(wsi, r.body->bytes + LWS_PRE, body, LWS_WRITE_HTTP_FINAL) < 0) goto end;
  result = 0;
end:
  free(buffer);
  free_response(&r);
  (void)server;
  return result;
}

// Adds a fragment; returns false if there is too much or not enough memory.
static bool collect(session *s, const void *bytes, size_t count, size_t limit) {
  size_t needed = s->received_count + count;
  if (needed > limit) return false;
  if (needed > s->received_capacity) {
    size_t capacity = needed < 1024 ? 1024 : needed * 2;
    uint8_t *larger = realloc(s->received, capacity);
    if (!larger) return false;
    s->received = larger;
    s->received_capacity = capacity;
  }
  memcpy(s->received + s->received_count, bytes, count);
  s->received_count = needed;
  return true;
}

// Lets the handler answer a request that does not arrive. Returns -1, which closes the connection, without an answer.
static int fail(web_server *server, session *s, int status) {
  server->handlers.failed(server->handlers.owner, s->number, status);
  pthread_mutex_lock(&server->lock);
  bool has_response = s->has_response;
  pthread_mutex_unlock(&server->lock);
  return has_response ? 0 : -1;
}

// Passes on a request that has arrived. How long its answer may take is not a matter of the timer.
static int pass_on(web_server *server, session *s) {
  s->has_arrived = true;
  server->handlers.received(server->handlers.owner, s->number, s->received, s->received_count);
  return 0;
}

static int begin_request(web_server *server, struct lws *wsi, session **slot) {
  if (*slot) {
    server->handlers.closed(server->handlers.owner, (*slot)->number);
    drop(server, *slot);
  }
  session *s = *slot = add(server, wsi);
  if (!s) return -1;
  head_texts texts;
  web_request request;
  read_head(wsi, s->number, &texts, &request);
  lws_set_timer_usecs(wsi, (lws_usec_t)server->options.request_timeout * LWS_USEC_PER_SEC);
  if (server->handlers.refuses(server->handlers.owner, &request)) return 0;
  if (request.content_length <= 0) return pass_on(server, s);
  return 0;
}

static int end_request(web_server *server, struct lws *wsi, session **slot) {
  session *s = *slot;
  pthread_mutex_lock(&server->lock);
  bool has_response = s && s->has_response, is_stopping = server->is_stopping;
  pthread_mutex_unlock(&server->lock);
  if (!has_response) return 0;
  // A body that was not read would be taken for the next request.
  bool is_last = is_stopping || s->response.status >= 400;
  int result = write_response(server, s, is_last);
  server->handlers.closed(server->handlers.owner, s->number);
  drop(server, s);
  *slot = NULL;
  if (result) return -1;
  if (lws_http_transaction_completed(wsi) || is_last) return -1;
  return 0;
}

// MARK: - WebSockets

// Decides whether a WebSocket may be opened. Returns 0 if so, and 1 once a refusal was written.
static int confirm_upgrade(web_server *server, struct lws *wsi) {
  session *s = add(server, wsi);
  if (!s) return -1;
  head_texts texts;
  web_request request;
  read_head(wsi, s->number, &texts, &request);
  int result = 0;
  if (server->handlers.refuses(server->handlers.owner, &request)) {
    result = write_response(server, s, true) ? -1 : 1;
  }
  drop(server, s);
  return result;
}

static int open_socket(web_server *server, struct lws *wsi, session **slot) {
  session *s = *slot = add(server, wsi);
  if (!s) return -1;
  s->is_socket = s->is_open = true;
  head_texts texts;
  web_request request;
  read_head(wsi, s->number, &texts, &request);
  server->handlers.opened(server->handlers.owner, &request);
  return 0;
}

static int close_now(struct lws *wsi, int code, const char *reason) {
  char text[124];
  size_t count = strnlen(reason, sizeof text - 1);
  memcpy(text, reason, count);
  lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)text, count);
  return -1;
}

static int receive(web_server *server, struct lws *wsi, session *s, const void *bytes, size_t count) {
  if (lws_frame_is_binary(wsi)) {
    return close_now(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "expected text, found a binary message");
  }
  if (!collect(s, bytes, count, server->options.maximum_message)) {
    return close_now(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too long");
  }
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
  server->handlers.message(server->handlers.owner, s->number, s->received, s->received_count);
  s->received_count = 0;
  return 0;
}

static int send_next(web_server *server, struct lws *wsi, session *s) {
  pthread_mutex_lock(&server->lock);
  outgoing *message = s->first;
  if (message) {
    s->first = message->next;
    if (!s->first) s->last = NULL;
    s->waiting -= message->count;
  }
  bool has_more = s->first != NULL;
  int code = s->close_code;
  pthread_mutex_unlock(&server->lock);
  if (message) {
    int written = lws_write(wsi, message->bytes + LWS_PRE, message->count, LWS_WRITE_TEXT);
    free(message);
    if (written < 0) return -1;
  }
  if (has_more) {
    lws_callback_on_writable(wsi);
    return 0;
  }
  return code ? close_now(wsi, code, s->close_reason) : 0;
}

// MARK: - The thread

static int count_connection(web_server *server, int change) {
  pthread_mutex_lock(&server->lock);
  server->connections += change;
  pthread_mutex_unlock(&server->lock);
  return 0;
}

static bool is_full(web_server *server) {
  pthread_mutex_lock(&server->lock);
  bool is_full = server->is_stopping || server->connections >= server->options.maximum_connections;
  pthread_mutex_unlock(&server->lock);
  return is_full;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t count) {
  web_server *server = lws_context_user(lws_get_context(wsi));
  session **slot = user, *s = slot ? *slot : NULL;
  switch (reason) {
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
    while ((s = next_wanted(server))) {
      if (s->wsi) lws_callback_on_writable(s->wsi);
    }
    return 0;
  case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return is_full(server) ? 1 : 0;
  case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return count_connection(server, 1);
  case LWS_CALLBACK_WSI_DESTROY: return count_connection(server, -1);
  case LWS_CALLBACK_HTTP: return slot ? begin_request(server, wsi, slot) : -1;
  case LWS_CALLBACK_HTTP_BODY:
    if (!s || s->has_response) return 0;
    if (collect(s, in, count, server->options.maximum_body)) return 0;
    return fail(server, s, HTTP_STATUS_REQ_ENTITY_TOO_LARGE);
  case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    return s && !s->has_response ? pass_on(server, s) : 0;
  case LWS_CALLBACK_HTTP_WRITEABLE: return slot ? end_request(server, wsi, slot) : 0;
  case LWS_CALLBACK_TIMER:
    if (!s || s->is_socket || s->has_arrived || s->has_response) return 0;
    return fail(server, s, HTTP_STATUS_REQUEST_TIMEOUT);
  case LWS_CALLBACK_CLOSED_HTTP:
    if (s) {
      server->handlers.closed(server->handlers.owner, s->number);
      drop(server, s);
      *slot = NULL;
    }
    return 0;
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(server, wsi);
  case LWS_CALLBACK_ESTABLISHED: return slot ? open_socket(server, wsi, slot) : -1;
  case LWS_CALLBACK_RECEIVE: return s ? receive(server, wsi, s, in, count) : -1;
  case LWS_CALLBACK_SERVER_WRITEABLE: return s ? send_next(server, wsi, s) : 0;
  case LWS_CALLBACK_CLOSED:
    if (s) {
      server->handlers.closed(server->handlers.owner, s->number);
      drop(server, s);
      *slot = NULL;
    }
    return 0;
  default: return 0;
  }
}

static bool is_done(web_server *server) {
  pthread_mutex_lock(&server->lock);
  bool is_stopping = server->is_stopping;
  bool is_done = is_stopping && (server->slot_count == server->free_count || time(NULL) >= server->stop_time);
  pthread_mutex_unlock(&server->lock);
  return is_done;
}

static void *run(void *argument) {
  web_server *server = argument;
  while (!is_done(server) && lws_service(server->context, 0) >= 0) {}
  return NULL;
}

// A silent client is pinged, and given up after 40 seconds.
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

static void free_server(web_server *server) {
  free((char *)server->options.address);
  free((char *)server->options.certificate);
  free((char *)server->options.key);
  free(server->slots);
  free(server->free_slots);
  pthread_mutex_destroy(&server->lock);
  free(server);
}

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

web_server *web_server_start(
  const web_server_options *options, const web_handlers *handlers, char *error, size_t error_count) {
  lws_set_log_level(0, NULL);
  web_server *server = calloc(1, sizeof *server);
  if (!server) {
    snprintf(error, error_count, "there is not enough memory");
    return NULL;
  }
  server->options = *options;
  server->options.address = copy(options->address);
  server->options.certificate = copy(options->certificate);
  server->options.key = copy(options->key);
  server->handlers = *handlers;
  pthread_mutex_init(&server->lock, NULL);
  server->protocols[0] = (struct lws_protocols){
    .name = "http", .callback = callback, .per_session_data_size = sizeof(session *), .rx_buffer_size = 4096};

  struct lws_context_creation_info info = {0};
  info.iface = server->options.address;
  info.port = options->port;
  info.protocols = server->protocols;
  info.user = server;
  info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                 LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME;
  if (options->certificate) {
    info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.ssl_cert_filepath = server->options.certificate;
    info.ssl_private_key_filepath = server->options.key;
    info.alpn = "http/1.1";
  }
  // Later than the server's own timer, which answers; this one ends connections whose head does not arrive.
  info.timeout_secs = (unsigned)options->request_timeout + 2;
  info.keepalive_timeout = 30;
  info.max_http_header_data = 8192;
  info.max_http_header_pool = 256;
  info.retry_and_idle_policy = &idle_policy;
  info.server_string = "schemata";
  info.gid = -1;
  info.uid = -1;
  server->context = lws_create_context(&info);
  if (!server->context) {
    snprintf(
      error, error_count, "cannot listen on %s, port %d%s", options->address ? options->address : "any address",
      options->port, options->certificate ? ", or the certificate or key cannot be read" : "");
    free_server(server);
    return NULL;
  }
  server->port = lws_get_vhost_listen_port(lws_get_vhost_by_name(server->context, "default"));
  if (pthread_create(&server->thread, NULL, run, server) != 0) {
    snprintf(error, error_count, "cannot start a thread");
    lws_context_destroy(server->context);
    free_server(server);
    return NULL;
  }
  return server;
}

// MARK: - Calls from any thread

int web_server_port(const web_server *server) { return server->port; }

int web_server_connections(web_server *server) {
  pthread_mutex_lock(&server->lock);
  int connections = server->connections;
  pthread_mutex_unlock(&server->lock);
  return connections;
}

static outgoing *make_outgoing(const uint8_t *bytes, size_t count) {
  outgoing *message = malloc(sizeof *message + LWS_PRE + count);
  if (!message) return NULL;
  message->next = NULL;
  message->count = count;
  if (count > 0) memcpy(message->bytes + LWS_PRE, bytes, count);
  return message;
}

void web_server_respond(
  web_server *server, uint64_t request, int status, const char *fields, const uint8_t *body, size_t count) {
  response r = {.status = status, .fields = copy(fields), .body = count ? make_outgoing(body, count) : NULL};
  if (count && !r.body) r.status = HTTP_STATUS_INTERNAL_SERVER_ERROR;
  pthread_mutex_lock(&server->lock);
  session *s = find(server, request);
  bool is_taken = s && !s->has_response;
  if (is_taken) {
    s->response = r;
    s->has_response = true;
    want(server, s);
  }
  pthread_mutex_unlock(&server->lock);
  if (!is_taken) free_response(&r);
  lws_cancel_service(server->context);
}

void web_server_send(web_server *server, uint64_t socket, const uint8_t *bytes, size_t count) {
  outgoing *message = make_outgoing(bytes, count);
  pthread_mutex_lock(&server->lock);
  session *s = find(server, socket);
  bool is_open = s && s->is_open && !s->close_code;
  bool is_kept = is_open && message && s->waiting + count <= server->options.maximum_waiting;
  if (is_kept) {
    if (s->last) {
      s->last->next = message;
    } else {
      s->first = message;
    }
    s->last = message;
    s->waiting += count;
  } else if (is_open) {
    s->close_code = 1013;
    strcpy(s->close_reason, "too much waits to be sent");
  }
  bool was_wanted = !is_open || s->is_wanted;
  if (is_open) want(server, s);
  pthread_mutex_unlock(&server->lock);
  if (!is_kept) free(message);
  if (!was_wanted) lws_cancel_service(server->context);
}

void web_server_close(web_server *server, uint64_t socket, int code, const char *reason) {
  pthread_mutex_lock(&server->lock);
  session *s = find(server, socket);
  if (s && !s->close_code) {
    s->close_code = code;
    strncpy(s->close_reason, reason, sizeof s->close_reason - 1);
    want(server, s);
  }
  pthread_mutex_unlock(&server->lock);
  lws_cancel_service(server->context);
}

void web_server_stop(web_server *server, int seconds) {
  pthread_mutex_lock(&server->lock);
  server->is_stopping = true;
  server->stop_time = time(NULL) + seconds;
  for (uint32_t slot = 0; slot < server->slot_count; slot++) {
    session *s = server->slots[slot];
    if (!s || !s->is_socket || s->close_code) continue;
    s->close_code = LWS_CLOSE_STATUS_GOINGAWAY;
    strcpy(s->close_reason, "the server stops");
    want(server, s);
  }
  pthread_mutex_unlock(&server->lock);
  // The thread notices the end of the time when it is woken.
  while (!is_done(server)) {
    lws_cancel_service(server->context);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
  lws_cancel_service(server->context);
  pthread_join(server->thread, NULL);
}

void web_server_free(web_server *server) {
  lws_context_destroy(server->context);
  free_server(server);
}
