{{/* The image's user, for every pod of the worker's image. */}}
{{- define "agent-knowledge.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "agent-knowledge.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* An environment variable wins over the file, and an empty one does not. So these keep the image's defaults from winning
     over what the chart writes into the file. */}}
{{- define "agent-knowledge.fileDecides" -}}
{{- range list "GATEWAY_HOST" "GATEWAY_PORT" "TELEMETRY_METRICS_ADDRESS" "TELEMETRY_GATEWAY_ADDRESS" "TELEMETRY_WORKER_ADDRESS" "BLOBS_DIRECTORY" }}
- { name: AGENT_KNOWLEDGE_{{ . }}, value: '' }
{{- end }}
{{- end -}}

{{/* Every ${NAME} of the configuration, each from its Secret. A missing key stops the pod and is named in its events. */}}
{{- define "agent-knowledge.environment" -}}
{{- $secrets := .Values.secrets -}}
{{- range include "agent-knowledge.variables" . | fromJsonArray }}
{{- $other := index $secrets.fromOtherSecrets . | default dict }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ default $secrets.existingSecret $other.name }}
      key: {{ default . $other.key }}
{{- end }}
{{- end -}}

{{/* Takes a list: the chart, the name of the ConfigMap, and whether the pod needs the shared files. */}}
{{- define "agent-knowledge.volumes" -}}
{{- $root := index . 0 -}}
- name: config
  projected:
    sources:
      - configMap: { name: {{ index . 1 }} }
      {{- with $root.Values.secrets.existingLocalFile }}
      - secret:
          name: {{ . }}
          items: [{ key: agent-knowledge.local.yaml, path: agent-knowledge.local.yaml }]
      {{- end }}
{{- with $root.Values.temporalTls.existingSecret }}
- name: temporal-tls
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- if and $root.Values.blobs.volume.enabled (index . 2) }}
- name: blobs
  persistentVolumeClaim: { claimName: {{ include "agent-knowledge.blobsClaim" $root }} }
{{- end }}
- name: tmp
  emptyDir: { sizeLimit: {{ $root.Values.temporaryFiles.size }} }
{{- end -}}

{{/* Takes a list: the chart, and whether the pod needs the shared files. */}}
{{- define "agent-knowledge.mounts" -}}
{{- $root := index . 0 -}}
- { name: config, mountPath: {{ include "agent-knowledge.configFolder" $root }}, readOnly: true }
{{- if $root.Values.temporalTls.existingSecret }}
- { name: temporal-tls, mountPath: {{ include "agent-knowledge.tlsFolder" $root }}, readOnly: true }
{{- end }}
{{- if and $root.Values.blobs.volume.enabled (index . 1) }}
- { name: blobs, mountPath: {{ include "agent-knowledge.blobsFolder" $root }} }
{{- end }}
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* How one command of the image runs: image, arguments, environment, security, mounts. Takes a list: the chart, the
     command's words, further environment variables, and whether it needs the shared files. */}}
{{- define "agent-knowledge.command" -}}
{{- $root := index . 0 -}}
image: {{ include "agent-knowledge.image" (list $root $root.Values.image) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
args: {{ append (index . 1) (printf "--config=%s/agent-knowledge.yaml" (include "agent-knowledge.configFolder" $root)) | toJson }}
{{- $decides := include "agent-knowledge.fileDecides" $root | fromYamlArray }}
{{- $environment := include "agent-knowledge.environment" $root | fromYamlArray }}
env: {{ concat $decides $environment (index . 2) | toYaml | nindent 2 }}
securityContext: {{ include "agent-knowledge.containerSecurity" $root | nindent 2 }}
volumeMounts: {{ include "agent-knowledge.mounts" (list $root (index . 3)) | nindent 2 }}
{{- end -}}

{{/* Placement of a Deployment's pods. Takes a list: the chart, the values of the component, and its name. */}}
{{- define "agent-knowledge.placement" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
serviceAccountName: {{ include "agent-knowledge.serviceAccount" $root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $component.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $component.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $component.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $component.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "agent-knowledge.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ index . 2 }}
securityContext: {{ include "agent-knowledge.podSecurity" $root | nindent 2 }}
{{- end -}}

{{/* The process is up only after it has reached Temporal, so its start has two minutes. */}}
{{- define "agent-knowledge.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: operations }
  periodSeconds: 3
  failureThreshold: 40
livenessProbe:
  httpGet: { path: /healthz, port: operations }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: operations }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}
