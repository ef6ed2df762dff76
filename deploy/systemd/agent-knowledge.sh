#!/bin/sh
# The command line with the settings of the services: run it as root, as in `agent-knowledge doctor`.
set -eu
if [ "$(id -u)" -ne 0 ]; then
	echo 'Only root can read the secrets of the services. Run the command with sudo.' >&2
	exit 2
fi
set -a
. /etc/agent-knowledge/secrets.env
set +a
export AGENT_KNOWLEDGE_CONFIG=/etc/agent-knowledge/agent-knowledge.yaml
export AGENT_KNOWLEDGE_BLOBS_DIRECTORY=/var/lib/agent-knowledge/blobs
export AGENT_KNOWLEDGE_GATEWAY_URL="${AGENT_KNOWLEDGE_GATEWAY_URL:-http://127.0.0.1:4020}"
export AGENT_KNOWLEDGE_GATEWAY_TOKEN="${AGENT_KNOWLEDGE_GATEWAY_TOKEN:-$AGENT_KNOWLEDGE_OPERATOR_TOKEN}"
command=${1:-}
# Another version can check this server before it is installed.
worker=${AGENT_KNOWLEDGE_PREFIX:-/opt/agent-knowledge/worker}
set -- /opt/agent-knowledge/bin/node "$worker/node_modules/agent-knowledge-worker/bin/agent-knowledge.cjs" "$@"
case $command in
# Only root can read the passphrase and the files of all services, and write into the current folder.
backup | restore | files) exec "$@" ;;
esac
# systemd creates the folder at the first start of a service.
cd /var/lib/agent-knowledge 2>/dev/null || cd /
exec setpriv --reuid=agent-knowledge --regid=agent-knowledge --init-groups --no-new-privs "$@"
