import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { parseJson } from '../../../scripts/json.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { baseImages } from './base-images';

const configSchema = z.object({
	User: z.string(),
	WorkingDir: z.string(),
	Env: z.array(z.string()),
	Entrypoint: z.array(z.string()),
	Cmd: z.array(z.string()).default([]),
	StopSignal: z.string(),
	ExposedPorts: z.record(z.string(), z.unknown()),
});
const inspectSchema = z.tuple([
	z.object({
		Size: z.number(),
		Config: configSchema,
		Healthcheck: z.object({ Test: z.array(z.string()) }),
	}),
]);

/** What an image says about itself. */
export interface BuiltImage {
	name: string;
	/** Bytes of all its layers, unpacked. */
	size: number;
	/** Bytes of the image that it began with. */
	baseSize: number;
	/** As `uid:gid`. */
	user: string;
	folder: string;
	env: Record<string, string>;
	entrypoint: string[];
	command: string[];
	healthCheck: string[];
	stopSignal: string;
}

/**
 * Builds an image from its Dockerfile in this checkout, by buildah in chroot isolation: no daemon, no registry.
 * @param program the folder with the Dockerfile
 */
export async function buildImage(program: 'worker' | 'sandbox'): Promise<BuiltImage> {
	const base = await baseImages();
	const name = `localhost/agent-knowledge-${program}:test`;
	await runCommand(
		'buildah',
		[
			...['bud', '--isolation', 'chroot', '--format', 'docker', '--layers'],
			// npm opens more files at once than buildah's default of 1,024.
			...['--ulimit', 'nofile=16384:16384'],
			...['--build-arg', `NODE_IMAGE=${base.node}`, '--build-arg', `BASE_IMAGE=${base.debian}`],
			...['--file', `${program}/Dockerfile`, '--tag', name, '.'],
		],
		{ cwd: workspaceRoot, logFile: `${workspaceRoot}/test-results/confined/build-${program}.log` },
	);
	const [{ Size: size, Config: config, Healthcheck: health }] = await inspect(name);
	const [way, ...healthCheck] = health.Test;
	if (way !== 'CMD')
		throw new Error(`The health check of ${program}/Dockerfile needs a shell: ${health.Test.join(' ')}`);
	return {
		name,
		size,
		healthCheck,
		baseSize: Number(await runCommand('podman', ['image', 'inspect', '--format', '{{.Size}}', base.debian])),
		user: config.User,
		folder: config.WorkingDir,
		env: Object.fromEntries(config.Env.map(nameAndValue)),
		entrypoint: config.Entrypoint,
		command: config.Cmd,
		stopSignal: config.StopSignal,
	};
}

async function inspect(image: string): Promise<z.infer<typeof inspectSchema>> {
	const text = await runCommand('podman', ['image', 'inspect', image]);
	return inspectSchema.parse(parseJson(text));
}

/** @param line NAME=value */
function nameAndValue(line: string): [name: string, value: string] {
	const at = line.indexOf('=');
	return [line.slice(0, at), line.slice(at + 1)];
}
