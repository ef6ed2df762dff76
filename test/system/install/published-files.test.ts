import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { checkTypes, publintFindings } from '../../../scripts/checks/packages/check-manifest.mjs';
import { type PublishedPackage, publishedPackages } from '../../../scripts/release/packages/published-packages.mjs';
import { tarballOf } from '../../../scripts/release/packages/tarball-of.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';

/** Every package has these. */
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

/** What else the programs have, whole. The code of n8n packages is held against their manifests. */
const PROGRAM_FILES: Readonly<Record<string, readonly string[]>> = {
	'agent-knowledge-worker': [
		...['agent-knowledge.example.yaml', 'grafana-dashboard.json', 'prometheus-alerts.yaml', 'bin/agent-knowledge.cjs'],
		...['cli.js', 'failure-converter.js', 'knowledge-thread.js', 'reader-process.js', 'workflow-bundle.js'].map(
			(file) => `dist/${file}`,
		),
		...[
			'LICENSES.txt',
			'console.css',
			'console.js',
			'index.html',
			'review.js',
			'help.html',
			'help-tasks.html',
			'help-notifications.html',
		].map((file) => `dist/console/${file}`),
	],
	'agent-knowledge-sandbox': [
		...['main.js', 'identify-thread.js', 'page-thread.js', 'read-thread.js', 'reader-process.js'].map(
			(file) => `dist/${file}`,
		),
		...['live.js', 'style.css'].map((file) => `dist/browser/dashboard/${file}`),
		...['chat', 'element', 'lead-form', 'messages', 'service', 'widget'].map(
			(name) => `dist/browser/widget/${name}.js`,
		),
		'dist/browser/widget/style.css',
	],
};

/** What others load: the manifest pins it, because Temporal's packages must have one version. */
const PINNED: Readonly<Record<string, readonly string[]>> = { 'agent-knowledge-worker': ['@temporalio/workflow'] };

const manifestSchema = z.looseObject({
	dependencies: z.record(z.string(), z.string()).optional(),
	n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }).optional(),
});

/** A module that code loads and that is no file beside it. */
const LOADED = /\b(?:require|import)(?:\.resolve)?\("([^"./][^"]*)"\)/g;

/** @returns the package of a module, such as `@temporalio/worker` of `@temporalio/worker/lib/x` */
function packageOf(path: string): string {
	return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

interface Unpacked {
	tarball: string;
	folder: string;
	/** Below the folder. */
	files: string[];
	manifest: z.infer<typeof manifestSchema>;
}

let folder: string;
const unpacked = new Map<string, Unpacked>();

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-published-'));
	for (const published of publishedPackages) unpacked.set(published.name, await unpack(published));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function unpack(published: PublishedPackage): Promise<Unpacked> {
	const tarball = await tarballOf(published, folder);
	const place = join(folder, published.name);
	await mkdir(place);
	await runCommand('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
	const entries = await readdir(place, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return {
		tarball,
		folder: place,
		files: files.map((entry) => relative(place, join(entry.parentPath, entry.name))),
		manifest: manifestSchema.parse(JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))),
	};
}

function packed(name: string): Unpacked {
	const found = unpacked.get(name);
	if (found === undefined) throw new Error(`${name} was not packed.`);
	return found;
}

const textOf = (file: string, place: string) => readFile(join(place, file), 'utf8');

describe.each(publishedPackages)('$name', ({ name }) => {
	it('has no finding of publint', async () => {
		expect(await publintFindings(packed(name).folder)).toEqual([]);
	});

	it('promises no types that are not there', async () => {
		expect(await checkTypes(packed(name).tarball)).toContain('does not contain types');
	});
});

describe.each(publishedPackages.filter(({ isForN8n }) => isForN8n))('$name', ({ name }) => {
	it('has the code of its nodes and credentials, and no other', async () => {
		const { manifest, files, folder: place } = packed(name);
		const { metafile } = await build({
			entryPoints: [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])],
			absWorkingDir: place,
			bundle: true,
			platform: 'node',
			write: false,
			metafile: true,
			outdir: 'out',
			logLevel: 'silent',
			external: ['n8n-workflow'],
		});
		const code = files.filter((file) => file.endsWith('.js'));
		expect(code.toSorted()).toEqual(Object.keys(metafile.inputs).toSorted());
	});

	it('has only what n8n reads beside the code: icons, and a description of each node', async () => {
		const { manifest, files, folder: place } = packed(name);
		const others = files.filter((file) => !file.endsWith('.js') && !ALWAYS.includes(file));
		const described = (manifest.n8n?.nodes ?? []).map((file) => `${file}on`);
		const icons = others.filter((file) => file.endsWith('.svg'));
		expect(others.toSorted()).toEqual([...described, ...icons].toSorted());
		const code = await Promise.all(files.map((file) => textOf(file, place)));
		expect(icons.filter((icon) => !code.some((text) => text.includes(basename(icon))))).toEqual([]);
	});
});

describe.each(publishedPackages.filter(({ isForN8n }) => !isForN8n))('$name', ({ name }) => {
	it('has exactly what it needs', () => {
		expect(packed(name).files.toSorted()).toEqual([...ALWAYS, ...(PROGRAM_FILES[name] ?? [])].toSorted());
	});

	it('depends on exact versions, on all that its code loads, and on nothing else', async () => {
		const { manifest, files, folder: place } = packed(name);
		const dependencies = Object.entries(manifest.dependencies ?? {});
		expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
		const programs = files.filter((file) => /^dist\/[^/]+\.js$/.test(file) && !file.endsWith('workflow-bundle.js'));
		const code = await Promise.all(programs.map((file) => textOf(file, place)));
		const loaded = code.flatMap((text) => [...text.matchAll(LOADED)].map(([, path = '']) => packageOf(path)));
		const missing = loaded.filter((module) => !isBuiltin(module) && manifest.dependencies?.[module] === undefined);
		expect(missing).toEqual([]);
		const isLoaded = (module: string) =>
			code.some((text) => text.includes(`"${module}"`) || text.includes(`"${module}/`));
		const unused = dependencies.map(([module]) => module).filter((module) => !isLoaded(module));
		expect(unused).toEqual(PINNED[name] ?? []);
	});
});
