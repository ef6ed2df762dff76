import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findComposeLoader } from '../../../scripts/tools/compose/find-compose-loader.mjs';
import { parseJson } from '../../../scripts/json.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';

const volumeSchema = z.looseObject({
	type: z.enum(['bind', 'volume', 'tmpfs']),
	source: z.string(),
	target: z.string(),
	read_only: z.boolean().default(false),
});

/** What is looked at here; the loader has checked all of it against the specification. */
const serviceSchema = z.looseObject({
	image: z.string(),
	build: z.looseObject({ context: z.string(), dockerfile: z.string() }).optional(),
	entrypoint: z.array(z.string()).nullish(),
	command: z.array(z.string()).nullish(),
	environment: z.record(z.string(), z.string().nullable()).default({}),
	depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
	networks: z.record(z.string(), z.unknown()).default({}),
	volumes: z.array(volumeSchema).default([]),
	tmpfs: z.array(z.string()).default([]),
	ports: z.array(z.looseObject({ host_ip: z.string().optional(), published: z.string().optional() })).default([]),
	healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
	restart: z.string().optional(),
	read_only: z.boolean().optional(),
	privileged: z.boolean().optional(),
	cap_drop: z.array(z.string()).default([]),
	security_opt: z.array(z.string()).default([]),
	deploy: z.looseObject({ resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }) }).optional(),
	'x-writable': z.string().optional(),
	'x-one-shot': z.string().optional(),
});
const fileSchema = z.looseObject({
	name: z.string(),
	services: z.record(z.string(), serviceSchema),
	networks: z.record(z.string(), z.unknown()).default({}),
	volumes: z.record(z.string(), z.unknown()).default({}),
});

export type ComposeFile = z.infer<typeof fileSchema>;
export type ComposeService = z.infer<typeof serviceSchema>;

/**
 * Reads a file of deploy/ as Docker Compose does. Its variables stay as they are written.
 * @throws ReadableError with the loader's words, if the file breaks the Compose Specification
 */
export async function readCompose(name: string, folder = join(workspaceRoot, 'deploy')): Promise<ComposeFile> {
	const loader = await findComposeLoader({ cache: cacheFolder(), env: process.env });
	const text = await runCommand(loader, ['-no-interpolation', '-no-path-resolution', '-format', 'json', name], {
		cwd: folder,
	});
	return fileSchema.parse(parseJson(text));
}

/** A variable of a compose file, with its default (`:-`) or what is said if it is missing (`:?`). */
export const VARIABLE = /\$\{(?<name>\w+)(?::(?<way>[-?])(?<text>[^}]*))?\}/g;

/** @throws Error that names the variable, if one without a default is missing */
export function interpolated(text: string, env: Readonly<Record<string, string>>): string {
	return text.replaceAll(VARIABLE, (_, name: string, way: string | undefined, fallback: string | undefined) => {
		const value = env[name] || (way === '-' ? fallback : undefined);
		if (value === undefined) throw new Error(`The variable ${name} is missing.`);
		return value;
	});
}
