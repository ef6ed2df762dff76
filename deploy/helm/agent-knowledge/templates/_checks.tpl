{{/* Fails with everything that is missing or contradicts itself, at once. */}}
{{- define "agent-knowledge.check" -}}
{{- $config := include "agent-knowledge.config" . | fromYaml -}}
{{- $problems := list -}}
{{- if not (dig "temporal" "address" "" $config) -}}
{{- $problems = append $problems "config.temporal.address is missing. Set the host:port of Temporal's frontend." -}}
{{- end -}}
{{- if not $config.connections -}}
{{- $problems = append $problems "config.connections is empty. Name at least one, with baseUrl and apiKey." -}}
{{- end -}}
{{- if not $config.gateway.tokens -}}
{{- $problems = append $problems "config.gateway.tokens is empty. Name at least one caller of the gateway." -}}
{{- end -}}
{{- if not .Values.secrets.existingSecret -}}
{{- $problems = append $problems (printf "secrets.existingSecret is missing. Create a Secret with these keys, and name it there: %s." (include "agent-knowledge.variables" . | fromJsonArray | join ", ")) -}}
{{- end -}}
{{- $bucket := dig "blobs" "s3" dict $config -}}
{{- if and $bucket .Values.blobs.volume.enabled -}}
{{- $problems = append $problems "config.blobs.s3 and blobs.volume.enabled are both set. Choose the bucket or the volume." -}}
{{- end -}}
{{- if not (or $bucket .Values.blobs.volume.enabled) -}}
{{- $problems = append $problems "The pods share no files. Name a bucket in config.blobs.s3, or enable blobs.volume." -}}
{{- end -}}
{{- with .Values.gateway.ingress -}}
{{- if and .enabled (not .host) -}}
{{- $problems = append $problems "gateway.ingress.host is missing. Set the gateway's public host name." -}}
{{- end -}}
{{- end -}}
{{- $path := (urlParse (dig "publicUrl" "" $config.gateway)).path | trimSuffix "/" -}}
{{- if and .Values.gateway.ingress.enabled $path -}}
{{- $problems = append $problems (printf "config.gateway.publicUrl has the path %s, which the chart's Ingress does not remove. Disable gateway.ingress and route the path yourself, or leave the path out." $path) -}}
{{- end -}}
{{- with .Values.worker.autoscaling -}}
{{- if and (eq .mode "prometheus") (not .prometheus.serverAddress) -}}
{{- $problems = append $problems "worker.autoscaling.prometheus.serverAddress is missing. Set the address of Prometheus." -}}
{{- end -}}
{{- end -}}
{{- range $name := list "worker" "gateway" -}}
{{- with index $.Values $name "autoscaling" -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- $problems = append $problems (printf "%s.autoscaling.minReplicas is larger than maxReplicas." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $problems -}}
{{- fail (printf "\n\nThe chart needs other values:\n- %s\n" (join "\n- " .)) -}}
{{- end -}}
{{- end -}}
