import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findHelm } from '../../../scripts/tools/helm/find-helm.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';

export const CHART = join(workspaceRoot, 'deploy/helm/agent-knowledge');
/** Whole sets of values, each for one kind of installation. */
export const EXAMPLES = readdirSync(join(CHART, 'examples')).filter((name) => name.endsWith('.yaml'));

const objectSchema = z.looseObject({
	apiVersion: z.string(),
	kind: z.string(),
	metadata: z.looseObject({
		name: z.string(),
		labels: z.record(z.string(), z.string()),
		annotations: z.record(z.string(), z.string()).default({}),
	}),
});

/** An object that the chart makes. */
export type KubernetesObject = z.infer<typeof objectSchema>;

/** Runs helm. @returns what it printed @throws ReadableError with its last lines */
export async function helm(...args: string[]): Promise<string> {
	return runCommand(await findHelm({ cache: cacheFolder() }), args);
}

/**
 * The objects of a set of values.
 * @param example a file of the chart's examples
 * @param set further values, by their paths
 */
export async function render(example: string, set: Record<string, string> = {}): Promise<KubernetesObject[]> {
	return objectsIn(await template(example, set));
}

/** @returns YAML with all objects, hooks and tests included */
export function template(example: string, set: Record<string, string> = {}, ...more: string[]): Promise<string> {
	const options = Object.entries(set).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
	return helm('template', 'rel', CHART, '-n', 'agents', '-f', join(CHART, 'examples', example), ...options, ...more);
}

export function objectsIn(text: string): KubernetesObject[] {
	return parseAllDocuments(text).flatMap((document) => {
		// YAML of the chart itself may have an error that helm does not see.
		expect(document.errors).toEqual([]);
		const content: unknown = document.toJS();
		return content === null ? [] : [objectSchema.parse(content)];
	});
}

/** Renders the chart with values that are not a file. @throws ReadableError with helm's words */
export async function renderWith(values: string, example: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-values-'));
	try {
		const file = join(folder, 'values.yaml');
		await writeFile(file, values);
		return await template(example, {}, '-f', file);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The one object of a kind and name. */
export function find(objects: readonly KubernetesObject[], kind: string, suffix: string): KubernetesObject {
	const found = objects.find((each) => each.kind === kind && each.metadata.name.endsWith(suffix));
	if (found === undefined) throw new Error(`The chart makes no ${kind} with a name that ends in "${suffix}".`);
	return found;
}
