{{/* Where the processes find their files. */}}
{{- define "agent-knowledge.configFolder" -}}/etc/agent-knowledge{{- end -}}
{{- define "agent-knowledge.tlsFolder" -}}/etc/agent-knowledge-tls{{- end -}}
{{- define "agent-knowledge.blobsFolder" -}}/var/lib/agent-knowledge/blobs{{- end -}}

{{/* The settings that follow from the chart's other values. */}}
{{- define "agent-knowledge.ownConfig" -}}
{{- $values := .Values -}}
{{- $any := ternary "[::]" "0.0.0.0" $values.listenOnIpv6 -}}
{{- $ports := $values.ports -}}
gateway:
  host: {{ ternary "::" "0.0.0.0" $values.listenOnIpv6 | quote }}
  port: {{ $ports.http }}
  {{- with $values.gateway.ingress }}
  {{- if and .enabled .host }}
  publicUrl: {{ printf "%s://%s" (ternary "https" "http" (ne .tlsSecret "")) .host }}
  {{- end }}
  {{- end }}
telemetry:
  gatewayAddress: {{ printf "%s:%d" $any (int $ports.operations) | quote }}
  workerAddress: {{ printf "%s:%d" $any (int $ports.operations) | quote }}
  metricsAddress: {{ printf "%s:%d" $any (int $ports.temporalSdk) | quote }}
{{- with $values.temporalTls }}
{{- if .existingSecret }}
temporal:
  tls:
    {{- if .serverName }}
    serverName: {{ .serverName }}
    {{- end }}
    {{- if .ca }}
    caFile: {{ include "agent-knowledge.tlsFolder" $ }}/ca.crt
    {{- end }}
    {{- if .clientCertificate }}
    certFile: {{ include "agent-knowledge.tlsFolder" $ }}/tls.crt
    keyFile: {{ include "agent-knowledge.tlsFolder" $ }}/tls.key
    {{- end }}
{{- end }}
{{- end }}
{{- if $values.blobs.volume.enabled }}
blobs:
  directory: {{ include "agent-knowledge.blobsFolder" . }}
{{- end }}
{{- if $values.sandbox.enabled }}
connections:
  sandbox:
    baseUrl: {{ include "agent-knowledge.sandboxUrl" . }}
    apiKey: ${AGENT_KNOWLEDGE_SANDBOX_KEY}
{{- end }}
{{- end -}}

{{/* The content of agent-knowledge.yaml. What the operator sets wins: the schema refuses what only the chart may set. */}}
{{- define "agent-knowledge.config" -}}
{{- $own := include "agent-knowledge.ownConfig" . | fromYaml -}}
{{- mustMergeOverwrite $own (deepCopy .Values.config) | toYaml -}}
{{- end -}}

{{/* The names of all ${NAME} in it, as a JSON list. $${NAME} is a plain text. */}}
{{- define "agent-knowledge.variables" -}}
{{- $names := list -}}
{{- range regexFindAll `\$\$?\{[^}]*\}` (include "agent-knowledge.config" .) -1 -}}
{{- if not (hasPrefix "$$" .) -}}
{{- $names = append $names (. | trimPrefix "${" | trimSuffix "}") -}}
{{- end -}}
{{- end -}}
{{- $names | uniq | sortAlpha | toJson -}}
{{- end -}}
