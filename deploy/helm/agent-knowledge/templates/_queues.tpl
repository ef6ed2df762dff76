{{/*
The queues whose backlog more workers shorten, each with the number of tasks that one worker does at once. The queues of
API calls (api:<connection>) are not among them: Temporal paces them by the key's limit, whatever the number of workers.
*/}}
{{- define "agent-knowledge.queues" -}}
{{- $config := include "agent-knowledge.config" . | fromYaml -}}
agent-knowledge: 50
agent-knowledge:deliveries: {{ dig "concurrency" "deliveries" 50 $config }}
agent-knowledge:assemblies: {{ dig "concurrency" "assemblies" 4 $config }}
{{- end -}}
