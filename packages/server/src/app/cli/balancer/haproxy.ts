export type BalancerOptions = {
  /** Address and port of the balancer, such as `:80`. */
  readonly bind: string;
  /** The host name of health checks. */
  readonly host: string;
  /** Addresses and ports of the nodes. */
  readonly nodes: readonly string[];
  /** The name server that knows the nodes by name, where their addresses change; nodes may be missing then. */
  readonly nameServer?: string;
  /** A proxy in front of the balancer tells the addresses of clients. */
  readonly behindProxy?: boolean;
  readonly maxConnections?: number;
};

const MAX_CONNECTIONS = 20_000;

const DEFAULTS = `defaults
  mode http
  timeout connect 2s
  timeout http-request 10s
  timeout http-keep-alive 60s
  timeout queue 5s
  # Long polls wait for up to a minute.
  timeout client 120s
  timeout server 120s
  # A node that is gone refuses connections, or does not take them within a second. One that takes them and then
  # says nothing is busy, with thousands of clients that return at once: to take it for dead would send them all away
  # again. So this is long.
  timeout check 20s
  option forwardfor
  # What a node could not even receive may go to another one. A request that writes is never repeated here:
  # its client does that, with the same key.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response 408
`;

const OWN_ADDRESSES = `  # The node must see the address that this balancer saw, not one that the client made up.
  http-request del-header X-Forwarded-For
`;

/** The configuration of HAProxy 2.6 or newer for these nodes. */
export function haproxyConfiguration({
  bind,
  host,
  nodes,
  nameServer,
  behindProxy = false,
  maxConnections = MAX_CONNECTIONS,
}: BalancerOptions): string {
  const lookup = nameServer === undefined ? '' : ' resolvers names init-addr last,libc,none';
  return `# /etc/haproxy/haproxy.cfg: a balancer in front of several nodes, as printed by \`parley balancer haproxy\`.
global
  maxconn ${maxConnections}

${nameServer === undefined ? '' : resolvers(nameServer)}${DEFAULTS}
frontend chat
  bind ${bind}
${behindProxy ? '' : OWN_ADDRESSES}  use_backend sends if METH_POST { path /api/v1/messages /json/messages }
  default_backend nodes

backend nodes
  http-request disable-l7-retry if !METH_GET
  # Any node can serve any queue; polls of one queue that stay on one node save it work.
  balance url_param queue_id
  hash-type consistent
  option httpchk
  http-check send meth GET uri /health hdr Host ${host}
  # A node that answers 503 is about to end, or PostgreSQL stores nothing: it gets nothing new and keeps what it has,
  # so that no request and no waiting poll is cut. A node that does not answer is dead: its clients go elsewhere.
  http-check expect status 200 error-status L7OKC
  default-server check inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions${lookup}
${servers(nodes, () => '')}

# Sends of an organization meet on one node, which stores those that arrive together in one transaction. The same nodes
# as above, checked there.
backend sends
  http-request disable-l7-retry
  balance hdr(Host)
  hash-type consistent
  default-server on-marked-down shutdown-sessions${lookup}
${servers(nodes, tracked)}
`;
}

function resolvers(nameServer: string): string {
  return `resolvers names
  nameserver first ${nameServer}
  # Containers that are added or replaced are found within seconds.
  hold valid 2s
  hold nx 2s

`;
}

function servers(nodes: readonly string[], suffixOf: (name: string) => string): string {
  return nodes
    .map((address, index) => `  server node${index + 1} ${address}${suffixOf(`node${index + 1}`)}`)
    .join('\n');
}

function tracked(name: string): string {
  return ` track nodes/${name}`;
}
