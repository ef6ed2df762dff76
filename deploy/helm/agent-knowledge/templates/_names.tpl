{{/* The base of every object's name: at most 40 characters, so that suffixes fit into 63. */}}
{{- define "agent-knowledge.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What a selector names. Never changes, because a Deployment's selector cannot. */}}
{{- define "agent-knowledge.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "agent-knowledge.labels" -}}
{{ include "agent-knowledge.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end -}}

{{- define "agent-knowledge.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "agent-knowledge.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* Takes a list: the chart, and the values of an image. */}}
{{- define "agent-knowledge.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default $root.Chart.AppVersion $image.tag }}
{{- end -}}
{{- end -}}

{{- define "agent-knowledge.blobsClaim" -}}
{{- default (printf "%s-blobs" (include "agent-knowledge.fullname" .)) .Values.blobs.volume.existingClaim -}}
{{- end -}}

{{- define "agent-knowledge.sandboxUrl" -}}
http://{{ include "agent-knowledge.fullname" . }}-sandbox:4010
{{- end -}}
