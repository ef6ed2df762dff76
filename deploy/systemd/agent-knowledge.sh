#!/bin/sh
# The command line with the settings of the services: run it as root, as in `agent-knowledge doctor`.
set -eu
set -a
. /etc/agent-knowledge/secrets.env
set +a
export AGENT_KNOWLEDGE_CONFIG=/etc/agent-knowledge/agent-knowledge.yaml
export AGENT_KNOWLEDGE_BLOBS_DIRECTORY=/var/lib/agent-knowledge/blobs
export AGENT_KNOWLEDGE_GATEWAY_URL="${AGENT_KNOWLEDGE_GATEWAY_URL:-http://127.0.0.1:4020}"
export AGENT_KNOWLEDGE_GATEWAY_TOKEN="${AGENT_KNOWLEDGE_GATEWAY_TOKEN:-$AGENT_KNOWLEDGE_OPERATOR_TOKEN}"
cd /var/lib/agent-knowledge
exec setpriv --reuid=agent-knowledge --regid=agent-knowledge --init-groups --no-new-privs \
	/opt/agent-knowledge/bin/node /opt/agent-knowledge/worker/node_modules/agent-knowledge-worker/bin/agent-knowledge.cjs "$@"
