import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findKubeconform } from '../../../scripts/tools/helm/find-kubeconform.mjs';
import { findKubernetesSchemas, KUBERNETES_VERSIONS } from '../../../scripts/tools/helm/kubernetes-schemas.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { STOP_WITHIN_MS } from '../../../worker/cli/stay-up';
import { isSelected, podsOf } from './pods';
import { EXAMPLES, type KubernetesObject, objectsIn, template } from './render';

const summarySchema = z.object({ summary: z.object({ valid: z.number(), invalid: z.number(), errors: z.number() }) });
const scalerSchema = z.object({ scaleTargetRef: z.object({ name: z.string() }) });
const projectedSchema = z.object({
	sources: z.array(z.looseObject({ configMap: z.object({ name: z.string() }).optional() })),
});
const selectorSchema = z.object({ matchLabels: z.record(z.string(), z.string()) });

async function validate(text: string, version: string) {
	const schemas = await findKubernetesSchemas({ cache: cacheFolder() });
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-objects-'));
	try {
		const file = join(folder, 'objects.yaml');
		await writeFile(file, text);
		const locations = [`v${version}`, 'custom'].flatMap((each) => [
			'-schema-location',
			join(schemas, each, '{{ .ResourceKind }}{{ .KindSuffix }}.json'),
		]);
		return await runCommand(await findKubeconform({ cache: cacheFolder() }), [
			...['-strict', '-summary', '-output', 'json'],
			...locations,
			file,
		]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

describe.each(EXAMPLES)('the objects of %s', (example) => {
	let text: string;
	let objects: KubernetesObject[];

	beforeAll(async () => {
		text = await template(example);
		objects = objectsIn(text);
	});

	it.each(KUBERNETES_VERSIONS)('are valid in Kubernetes %s, those of operators included', async (version) => {
		const { summary } = summarySchema.parse(JSON.parse(await validate(text, version)));
		expect(summary).toEqual({ valid: objects.length, invalid: 0, errors: 0 });
	});

	it('hold no Secret, and no variable with a secret in plain text', () => {
		expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
		const variables = podsOf(objects).flatMap(({ container }) => container.env);
		const secrets = variables.filter(({ name }) => /KEY|TOKEN|SECRET|PASSWORD|DATABASE|SMTP/.test(name));
		expect(secrets.length).toBeGreaterThan(3);
		expect(secrets.filter(({ value }) => value !== undefined)).toEqual([]);
	});

	it('run without rights, as a user of their own, on a read-only file system', () => {
		for (const { of, spec, container } of podsOf(objects)) {
			expect([of, spec.automountServiceAccountToken]).toEqual([of, false]);
			expect(spec.securityContext).toMatchObject({
				runAsNonRoot: true,
				runAsUser: 10_001,
				seccompProfile: { type: 'RuntimeDefault' },
			});
			expect(container.securityContext).toEqual({
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ['ALL'] },
			});
			expect(container.image).toMatch(/:\d|@sha256:/);
		}
	});

	it('mount only volumes that are there, each on a path of its own', () => {
		for (const { of, spec, container } of podsOf(objects)) {
			const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
			expect([of, new Set(paths).size]).toEqual([of, paths.length]);
			expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
				spec.volumes.map(({ name }) => name).sort(),
			);
			expect(paths).toContain('/tmp');
		}
	});

	it('probe ports that their containers open, and stop no process that still works', () => {
		const served = podsOf(objects).filter(({ kind }) => kind === 'Deployment');
		expect(served.length).toBeGreaterThanOrEqual(2);
		for (const { of, spec, container } of served) {
			const { startupProbe, livenessProbe, readinessProbe, lifecycle, ports } = container;
			for (const probe of [startupProbe, livenessProbe, readinessProbe])
				expect([of, ports.map(({ name }) => name)]).toEqual([of, expect.arrayContaining([probe?.httpGet.port])]);
			const stopsWithin = of.endsWith('sandbox') ? 0 : STOP_WITHIN_MS;
			const stopping = (lifecycle?.preStop.sleep.seconds ?? 0) * 1_000 + stopsWithin;
			expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(stopping);
		}
	});

	it('select pods that the chart makes', () => {
		const pods = podsOf(objects);
		const selectors = objects.flatMap(({ kind, metadata, spec }) => {
			const wanted = wantedLabels(kind, spec);
			return wanted === null ? [] : [{ of: `${kind} ${metadata.name}`, wanted }];
		});
		expect(selectors.length).toBeGreaterThan(4);
		for (const { of, wanted } of selectors)
			expect([of, pods.some(({ labels }) => isSelected(wanted, labels))]).toEqual([of, true]);
	});

	it('scale Deployments and mount ConfigMaps that the chart makes', () => {
		const scaled = objects
			.filter(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind))
			.map(({ spec }) => `Deployment ${scalerSchema.parse(spec).scaleTargetRef.name}`);
		const mounted = podsOf(objects).flatMap(({ spec }) =>
			spec.volumes.flatMap(({ projected }) => {
				const sources = projectedSchema.safeParse(projected).data?.sources ?? [];
				return sources.flatMap(({ configMap }) => (configMap === undefined ? [] : [`ConfigMap ${configMap.name}`]));
			}),
		);
		const made = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
		expect(mounted.length).toBeGreaterThanOrEqual(4);
		expect(made).toEqual(expect.arrayContaining([...scaled, ...mounted]));
	});
});

function wantedLabels(kind: string, spec: unknown): Record<string, string> | null {
	if (kind === 'Service') return z.object({ selector: z.record(z.string(), z.string()) }).parse(spec).selector;
	if (kind === 'NetworkPolicy') return z.object({ podSelector: selectorSchema }).parse(spec).podSelector.matchLabels;
	if (['Deployment', 'PodDisruptionBudget', 'PodMonitor'].includes(kind))
		return z.object({ selector: selectorSchema }).parse(spec).selector.matchLabels;
	return null;
}

test('an unknown field of an operator is an error', async () => {
	const text = (await template('keda.yaml')).replace('pollingInterval:', 'pollingIntervall:');
	await expect(validate(text, KUBERNETES_VERSIONS[0])).rejects.toThrow(/pollingIntervall/);
});
