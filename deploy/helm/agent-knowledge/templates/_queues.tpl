{{/*
The queues whose backlog more workers shorten, each with the number of tasks that one worker does at once.
*/}}
{{- define "agent-knowledge.queues" -}}
{{- $config := include "agent-knowledge.config" . | fromYaml -}}
agent-knowledge: 50
agent-knowledge:deliveries: {{ dig "concurrency" "deliveries" 50 $config }}
agent-knowledge:assemblies: {{ dig "concurrency" "assemblies" 4 $config }}
{{- end -}}

{{/*
The queues of API calls: one for all connections, one for each connection of the values, or both. With
temporal.fairness auto the workers decide, and nothing waits in the others.
Temporal paces each connection by its key's limit, so most of this backlog is no reason for more workers. Each worker
that is added must have very many calls to wait for.
*/}}
{{- define "agent-knowledge.callQueues" -}}
{{- $config := include "agent-knowledge.config" . | fromYaml -}}
{{- $waiting := int .Values.worker.autoscaling.waitingCallsPerWorker -}}
{{- if gt $waiting 0 -}}
{{- $fairness := dig "temporal" "fairness" "auto" $config | toString -}}
{{- if ne $fairness "false" }}
api: {{ $waiting }}
{{- end }}
{{- if ne $fairness "true" }}
{{- range $name, $_ := $config.connections }}
api:{{ $name }}: {{ $waiting }}
{{- end }}
{{- end -}}
{{- end -}}
{{- end -}}
