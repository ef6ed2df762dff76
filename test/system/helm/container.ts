import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { SET_BY_CHART } from '../../../scripts/generate/chart-config-schema.mjs';
import { ENVIRONMENT_OVERRIDES } from '../../../worker/config/environment';
import type { Pod } from './pods';
import { find, type KubernetesObject } from './render';

/** What the image's entry point runs. */
const PROGRAM = join(workspaceRoot, 'worker/bin/agent-knowledge.cjs');

/** An image may have a default for each variable. None of these would work. */
const IMAGE_DEFAULTS: NodeJS.ProcessEnv = Object.fromEntries(
	ENVIRONMENT_OVERRIDES.filter(({ path }) => SET_BY_CHART.includes(path.join('.'))).map(({ variable }) => [
		variable,
		'default of the image',
	]),
);

export interface Cluster {
	/** A folder for mounted files. */
	folder: string;
	/** The keys of every Secret. */
	secrets: Readonly<Record<string, string>>;
	/** Texts in variables that name a Service, and the address that stands for it. */
	services: ReadonlyMap<string, string>;
}

/**
 * Starts a pod's program as the kubelet would: with its arguments, the variables from Secrets, and its mounted files. The
 * mounted folders stand in `cluster.folder`, so their paths in arguments and in the configuration change.
 */
export async function startContainer(
	{ of, container, spec }: Pod,
	objects: readonly KubernetesObject[],
	cluster: Cluster,
): Promise<Service> {
	const folders = new Map<string, string>();
	for (const { name, mountPath } of container.volumeMounts) {
		const volume = spec.volumes.find((each) => each.name === name);
		// All pods share a claim; everything else is a pod's own.
		const shared = volume !== undefined && 'persistentVolumeClaim' in volume;
		const folder = join(cluster.folder, shared ? 'claims' : of.replace(' ', '-'), name);
		await mkdir(folder, { recursive: true });
		folders.set(mountPath, folder);
	}
	// In one pass, because the folders themselves stand below /tmp.
	const paths = new RegExp([...folders.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');
	const placed = (text: string) => text.replace(paths, (path) => folders.get(path) ?? path);
	for (const { name, projected } of spec.volumes) {
		const sources = z.object({ sources: z.array(z.looseObject({})) }).safeParse(projected).data?.sources ?? [];
		for (const source of sources) {
			const named = z.object({ configMap: z.object({ name: z.string() }) }).parse(source).configMap.name;
			const { data } = find(objects, 'ConfigMap', named);
			const mount = container.volumeMounts.find((each) => each.name === name);
			const folder = folders.get(mount?.mountPath ?? '');
			if (folder === undefined) throw new Error(`${of} does not mount ${name}.`);
			for (const [file, text] of Object.entries(z.record(z.string(), z.string()).parse(data)))
				await writeFile(join(folder, file), placed(text));
		}
	}
	const variables = container.env.map(({ name, value, valueFrom }): [string, string] => {
		if (value !== undefined) return [name, cluster.services.get(value) ?? value];
		const key = valueFrom?.secretKeyRef.key ?? '';
		const secret = cluster.secrets[key];
		if (secret === undefined) throw new Error(`${of} needs the key ${key}, which no Secret has.`);
		return [name, secret];
	});
	return startService({
		name: of,
		command: process.execPath,
		args: [PROGRAM, ...container.args.map(placed)],
		cwd: cluster.folder,
		env: { ...IMAGE_DEFAULTS, PATH: process.env.PATH, TMPDIR: folders.get('/tmp'), ...Object.fromEntries(variables) },
		logFile: join(cluster.folder, `${of.replace(' ', '-')}.log`),
		graceMs: 60_000,
	});
}
