import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findNode } from '../../../scripts/compatibility/node-versions/find-node.mjs';
import { publishedPackages } from '../../../scripts/release/packages/published-packages.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { type Registry, startRegistry } from '../../../scripts/release/registry/start-registry.mjs';

const NAMES = publishedPackages.map(({ name }) => name);
const script = (name: string) => join(workspaceRoot, 'scripts/release', `${name}.mjs`);

const manifestSchema = z.looseObject({
	version: z.string(),
	dependencies: z.record(z.string(), z.string()).optional(),
});
const billSchema = z.object({
	bomFormat: z.literal('CycloneDX'),
	metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
	components: z.array(z.object({ name: z.string(), version: z.string() })),
});

let folder: string;
/** A Node that changesets and the registry accept. */
let node: string;
let registry: Registry | undefined;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-release-'));
	node = join(await findNode(24, { cache: cacheFolder() }), 'node');
	registry = await startRegistry({ folder: join(folder, 'registry'), node });
});

afterAll(async () => {
	await registry?.stop();
	await rm(folder, { recursive: true, force: true });
});

const readJson = async (...path: string[]): Promise<unknown> => JSON.parse(await readFile(join(...path), 'utf8'));

/** A repository with the manifests of this one, and two changes. */
async function repositoryWithChanges(): Promise<string> {
	const root = join(folder, 'repository');
	const files = [
		...['package.json', 'package-lock.json', 'CHANGELOG.md', '.changeset', 'deploy'],
		'scripts/release/changelog.mjs',
	];
	const manifests = ['api', ...publishedPackages.map(({ path }) => path)].map((path) => join(path, 'package.json'));
	for (const file of new Set([...files, ...manifests])) {
		await cp(join(workspaceRoot, file), join(root, file), { recursive: true });
	}
	// The changes of this repository are not those that the test expects.
	for (const file of await readdir(join(root, '.changeset'))) {
		if (file !== 'README.md' && file.endsWith('.md')) await rm(join(root, '.changeset', file));
	}
	const change = (name: string, text: string) => writeFile(join(root, '.changeset', `${name}.md`), text);
	await change('one', "---\n'agent-knowledge-worker': minor\n---\n\nExports can be XLSX.\n");
	await change(
		'two',
		"---\n'n8n-nodes-agent-knowledge': patch\n'agent-knowledge-sandbox': patch\n---\n\nDates keep their zone.\n",
	);
	const git = (...args: string[]) => runCommand('git', args, { cwd: root });
	await git('init', '--quiet');
	await git('add', '--all');
	await git(
		'-c',
		'user.name=tester',
		'-c',
		'user.email=tester@example.com',
		'commit',
		'--quiet',
		'--message',
		'Changes',
	);
	return root;
}

describe('a new version', () => {
	it('is that of all packages, by the largest change, in one changelog', async () => {
		const root = await repositoryWithChanges();
		const before = manifestSchema.parse(await readJson(root, 'package.json')).version;
		await runCommand(node, [script('version'), '--root', root, '--dry-run']);
		expect(manifestSchema.parse(await readJson(root, 'package.json')).version).toBe(before);

		await runCommand(node, [script('version'), '--root', root]);
		const [major = '', minor = ''] = before.split('.');
		const version = `${major}.${Number(minor) + 1}.0`;
		const versions = await Promise.all(
			publishedPackages.map(
				async ({ path }) => manifestSchema.parse(await readJson(root, path, 'package.json')).version,
			),
		);
		expect(versions).toEqual(NAMES.map(() => version));
		const lock = z
			.object({
				version: z.string(),
				packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
			})
			.parse(await readJson(root, 'package-lock.json'));
		expect([lock.version, ...publishedPackages.map(({ path }) => lock.packages[path]?.version)]).toEqual(
			[version, ...NAMES].map(() => version),
		);

		const named = await runCommand(
			'grep',
			['-rhoE', `agent-knowledge-(worker|sandbox)[:@][0-9.]+|^appVersion: .+`, 'deploy'],
			{
				cwd: root,
			},
		);
		expect(new Set(named.trim().split('\n'))).toEqual(
			new Set([`agent-knowledge-worker:${version}`, `agent-knowledge-sandbox:${version}`, `appVersion: ${version}`]),
		);

		const notes = await runCommand(process.execPath, [script('notes'), '--root', root, '--tag', `v${version}`]);
		expect(notes.trim()).toBe(
			[
				'### Minor Changes\n\n- `agent-knowledge-worker`: Exports can be XLSX.',
				'### Patch Changes\n\n- `n8n-nodes-agent-knowledge`, `agent-knowledge-sandbox`: Dates keep their zone.',
			].join('\n\n'),
		);
		expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(new RegExp(`^# Changelog\n\nFor users`));
		expect((await readdir(join(root, '.changeset'))).toSorted()).toEqual(['README.md', 'config.json']);
		expect(await readdir(join(root, 'worker'))).toEqual(['package.json']);
	});

	it('needs a change', async () => {
		const root = join(folder, 'repository');
		await expect(runCommand(node, [script('version'), '--root', root])).rejects.toThrow('nothing to release');
	});
});

describe('a release', () => {
	const place = () => join(folder, 'release');

	it('is refused for another tag than the version, and as long as the address is a placeholder', async () => {
		const root = join(folder, 'repository');
		const { version } = manifestSchema.parse(await readJson(root, 'package.json'));
		await writeFile(join(root, 'repository.json'), '{ "placeholder": true, "url": "https://example.com/acme/flows" }');
		const pack = (tag: string) =>
			runCommand(process.execPath, [script('pack'), '--root', root, '--tag', tag, '--folder', place()]);
		await expect(pack('v99.0.0')).rejects.toThrow('The tag is "v99.0.0"');
		await expect(pack(`v${version}`)).rejects.toThrow('still has the placeholder https://example.com/acme/flows');
	});

	it('has a tarball of each package, and a bill of materials with what it depends on', async () => {
		await mkdir(place(), { recursive: true });
		await runCommand(process.execPath, [script('pack'), '--dry-run', '--folder', place()]);
		const { version } = manifestSchema.parse(await readJson(workspaceRoot, 'package.json'));
		const expected = NAMES.flatMap((name) => [`${name}-${version}.tgz`, `${name}.cdx.json`]);
		expect((await readdir(place())).toSorted()).toEqual(expected.toSorted());
		for (const { name, folder: packageFolder } of publishedPackages) {
			const { metadata, components } = billSchema.parse(await readJson(place(), `${name}.cdx.json`));
			expect(metadata.component).toEqual({ name, version });
			const { dependencies = {} } = manifestSchema.parse(await readJson(packageFolder, 'package.json'));
			const listed = new Set(components.map((component) => `${component.name}@${component.version}`));
			const missing = Object.entries(dependencies).filter(
				([dependency, exact]) => !listed.has(`${dependency}@${exact}`),
			);
			expect(missing).toEqual([]);
		}
	});

	it('is published once, also when the first attempt stopped half-way', async () => {
		const publish = () =>
			runCommand(process.execPath, [script('publish'), `--userconfig=${registry?.npmrc}`], {
				cwd: folder,
				env: { ...process.env, RELEASE_FOLDER: place() },
			});
		const first = await publish();
		expect(first.match(/: published$/gm)).toHaveLength(NAMES.length);
		const second = await publish();
		expect(second.match(/: published already$/gm)).toHaveLength(NAMES.length);
		for (const name of NAMES) {
			const known = z.object({ versions: z.record(z.string(), z.unknown()) });
			const answer: unknown = await (await fetch(`${registry?.url}/${name}`)).json();
			expect(Object.keys(known.parse(answer).versions)).toHaveLength(1);
		}
	});
});
