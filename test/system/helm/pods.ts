import { z } from 'zod';
import type { KubernetesObject } from './render';

const probeSchema = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const containerSchema = z.looseObject({
	name: z.string(),
	image: z.string(),
	args: z.array(z.string()).default([]),
	env: z
		.array(
			z.object({
				name: z.string(),
				value: z.string().optional(),
				valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
			}),
		)
		.default([]),
	ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
	startupProbe: probeSchema.optional(),
	livenessProbe: probeSchema.optional(),
	readinessProbe: probeSchema.optional(),
	lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
	resources: z.object({
		requests: z.object({ cpu: z.string(), memory: z.string() }),
		limits: z.object({ memory: z.string() }),
	}),
	securityContext: z.looseObject({}),
	volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});

const podSchema = z.object({
	metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
	spec: z.looseObject({
		automountServiceAccountToken: z.boolean(),
		terminationGracePeriodSeconds: z.number().default(30),
		securityContext: z.looseObject({}),
		containers: z.array(containerSchema).length(1),
		volumes: z.array(z.looseObject({ name: z.string() })),
	}),
});

export type Container = z.infer<typeof containerSchema>;

export interface Pod {
	/** Kind and name of the object that makes it. */
	of: string;
	kind: string;
	labels: Record<string, string>;
	spec: z.infer<typeof podSchema>['spec'];
	container: Container;
}

/** The pods that objects make, each with its one container. */
export function podsOf(objects: readonly KubernetesObject[]): Pod[] {
	return objects.flatMap((object) => {
		if (!['Deployment', 'Job', 'Pod'].includes(object.kind)) return [];
		const template =
			object.kind === 'Pod' ? object : z.looseObject({ template: z.unknown() }).parse(object.spec).template;
		const { metadata, spec } = podSchema.parse(template);
		const [container] = spec.containers;
		if (container === undefined) throw new Error(`${object.metadata.name} has no container.`);
		const of = `${object.kind} ${object.metadata.name}`;
		return [{ of, kind: object.kind, labels: metadata.labels, spec, container }];
	});
}

/** The pod of a Deployment, Job or Pod whose name ends so. */
export function podOf(objects: readonly KubernetesObject[], suffix: string): Pod {
	const found = podsOf(objects).find(({ of }) => of.endsWith(suffix));
	if (found === undefined) throw new Error(`The chart makes no pod of "${suffix}".`);
	return found;
}

/** Whether a selector's labels are all there. */
export function isSelected(wanted: Record<string, string>, labels: Record<string, string>): boolean {
	return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
