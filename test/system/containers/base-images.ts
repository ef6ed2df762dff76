import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { bareDebian, installNode, registryEnv } from '../../../scripts/compatibility/bare-machine/bare-root.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';

const NPM_OF_IMAGE = /^ARG NODE_IMAGE=\S+\/node:(?<version>[\d.]+)-/m;
/** What Debian's own slim images lack, too. */
const NOT_SLIM = [
	'usr/share/doc',
	'usr/share/man',
	'usr/share/info',
	'usr/share/locale',
	'var/cache',
	'var/lib/apt/lists',
];

export interface BaseImages {
	/** In place of Node's image: a bare Debian with Node and npm. */
	node: string;
	/** In place of Debian's slim image: a bare Debian. */
	debian: string;
}

/**
 * Images like those that the Dockerfiles begin with. No registry of images is needed: `debootstrap` makes them of
 * Debian's packages and npm's Node. They stay in the local storage of images.
 * @throws ReadableError where only root, Debian or a missing program stands in the way
 */
export async function baseImages(): Promise<BaseImages> {
	const version = await nodeOfDockerfile();
	const root = await bareDebian([]);
	const key = createHash('sha256')
		.update([root, version, ...NOT_SLIM].join('\n'))
		.digest('hex')
		.slice(0, 12);
	const images = { node: `localhost/agent-knowledge-node:${key}`, debian: `localhost/agent-knowledge-debian:${key}` };
	if (!(await exists(images.debian))) await importRoot(root, images.debian, {});
	if (!(await exists(images.node))) await importNode(root, version, images.node);
	return images;
}

/** The version of Node that worker/Dockerfile names, so that the test runs what is released. */
async function nodeOfDockerfile(): Promise<string> {
	const text = await readFile(join(workspaceRoot, 'worker/Dockerfile'), 'utf8');
	const version = NPM_OF_IMAGE.exec(text)?.groups?.['version'];
	if (version === undefined) throw new Error('worker/Dockerfile names no version of Node.');
	return version;
}

async function exists(image: string): Promise<boolean> {
	return runCommand('podman', ['image', 'exists', image]).then(
		() => true,
		() => false,
	);
}

async function importNode(debian: string, version: string, image: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-base-'));
	try {
		const root = join(folder, 'root');
		await runCommand('cp', ['-a', debian, root]);
		await installNode(root, version, true);
		await importRoot(root, image, await registryEnv(root));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function importRoot(root: string, image: string, env: NodeJS.ProcessEnv): Promise<void> {
	const changes = Object.entries(env).flatMap(([name, value]) =>
		value === undefined ? [] : ['--change', `ENV ${name}=${value}`],
	);
	const leftOut = NOT_SLIM.map((path) => `--exclude=./${path}/*`);
	const tar = ['tar', '--create', '--numeric-owner', '--directory', root, ...leftOut, '.'];
	const script = `set -o pipefail; ${tar.map(quoted).join(' ')} | podman import ${changes.map(quoted).join(' ')} - ${image}`;
	await runCommand('bash', ['-c', script], {
		whatToDo: 'Install podman and buildah (on Debian and Ubuntu: apt-get install podman buildah).',
	});
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
