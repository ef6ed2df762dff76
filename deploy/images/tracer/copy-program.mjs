// @ts-check
/**
 * `node copy-program.mjs worker|sandbox TARGET`, in the build of an image: copies what the program needs at run time, and
 * nothing else. A worker with all its packages has 390 MB, of which it reads 75 MB.
 *
 * - `TARGET/root`: the program, Node and the root certificates, for the image's root folder
 * - `TARGET/data`: the folders of its data
 */
import { cp, lstat, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ base: string, ignore: string[] }} TraceOptions
 * @typedef {(files: string[], options: TraceOptions) => Promise<{ fileList: Set<string> }>} Trace
 * @typedef {{ nodeFileTrace: Trace }} Tracer
 *
 * @typedef {object} Program
 * @property {string[]} entries where it begins, below the checkout; a thread is an entry too
 * @property {string[]} own its other files and folders
 * @property {string[]} whole packages whose files are loaded by computed paths, which no trace finds
 * @property {string[]} unused what only a build of workflows, or another platform, loads: patterns below node_modules
 * @property {Record<string, string>} commands on the PATH, and their files
 * @property {string[]} data its folders
 */

/** @type {Record<string, Program>} */
const PROGRAMS = {
	worker: {
		entries: ['worker/bin/agent-knowledge.cjs', 'worker/dist/cli.js', 'worker/dist/failure-converter.js'],
		own: ['worker/dist', 'worker/package.json', 'worker/agent-knowledge.example.yaml', 'LICENSE'],
		whole: [
			'@pnpm/tabtab',
			...['activity', 'client', 'common', 'worker', 'workflow', 'interceptors-opentelemetry'].map(
				(name) => `@temporalio/${name}`,
			),
		],
		// The image has the bundle of its workflows.
		unused: ['@swc/*/**', ...otherPlatforms()],
		commands: { 'agent-knowledge': 'worker/bin/agent-knowledge.cjs' },
		data: ['blobs'],
	},
	sandbox: {
		entries: ['main', 'identify-thread', 'read-thread', 'page-thread'].map((name) => `sandbox/dist/${name}.js`),
		own: ['sandbox/dist', 'sandbox/package.json', 'LICENSE'],
		whole: [
			'@img',
			'@libsql',
			'@tesseract.js-data/eng',
			'libsql',
			'sharp',
			'tesseract.js',
			'tesseract.js-core',
			'unpdf',
		],
		unused: [],
		commands: {},
		data: ['sandbox'],
	},
};
/** What is beside the code of a package and never read at run time. */
const UNREAD = /\.(d\.[cm]?ts|[cm]?ts|tsx|map|md|markdown|flow)$/;
/** The folder of the package that a file belongs to. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(licen[cs]e|notice|copying)/i;

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const [name = '', target = ''] = process.argv.slice(2);
const program = PROGRAMS[name];
if (program === undefined || target === '') throw new Error('Usage: node copy-program.mjs worker|sandbox TARGET');

const place = join(target, 'root/opt/agent-knowledge');
const loaded = await traced(program);
const files = new Set([...loaded, ...(await licencesOf(loaded)), ...(await everythingIn(program.own))]);
for (const file of [...files].sort()) await copy(file, join(place, file));
await copy('deploy/images/health-check.mjs', join(place, 'health-check.mjs'));
await cp(await realpath(process.execPath), join(target, 'root/usr/local/bin/node'));
// Node has root certificates of its own. Temporal's client reads those of the system.
const certificates = join(target, 'root/etc/ssl/certs/ca-certificates.crt');
await mkdir(dirname(certificates), { recursive: true });
await writeFile(certificates, `${rootCertificates.join('\n')}\n`);
await mkdir(join(target, 'root/etc/agent-knowledge'), { recursive: true });
for (const [command, file] of Object.entries(program.commands)) {
	await symlink(join('/opt/agent-knowledge', file), join(target, 'root/usr/local/bin', command));
}
for (const folder of program.data) await mkdir(join(target, 'data', folder), { recursive: true });
console.log(`${name}: ${files.size} files copied.`);

/** Temporal's native library is in its package once for each platform. */
function otherPlatforms() {
	const own = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu`;
	const all = ['aarch64-apple-darwin', 'aarch64-unknown-linux-gnu', 'x86_64-apple-darwin', 'x86_64-pc-windows-msvc'];
	return [...all, 'x86_64-unknown-linux-gnu']
		.filter((platform) => platform !== own)
		.map((platform) => `@temporalio/core-bridge/releases/${platform}/**`);
}

/**
 * What the program loads, by reading its code.
 * @param {Program} program
 * @returns {Promise<string[]>} paths below the checkout
 */
async function traced({ entries, whole, unused }) {
	/** @type {unknown} */
	// @ts-expect-error Only the build of an image installs it.
	const loaded = await import('@vercel/nft');
	const { nodeFileTrace } = /** @type {Tracer} */ (loaded);
	const packages = await everythingIn(
		whole.flatMap((each) => [`node_modules/${each}`, `${name}/node_modules/${each}`]),
	);
	const code = packages.filter((file) => /\.[cm]?js$/.test(file));
	const { fileList } = await nodeFileTrace(
		[...entries, ...code].map((file) => join(checkout, file)),
		{
			base: checkout,
			ignore: unused.map((each) => `**/node_modules/${each}`),
		},
	);
	return [...fileList, ...packages].filter((file) => !UNREAD.test(file));
}

/**
 * The licences of packages must come with them.
 * @param {string[]} files of packages
 * @returns {Promise<string[]>}
 */
async function licencesOf(files) {
	const folders = new Set(files.map((file) => PACKAGE.exec(file)?.[0] ?? '').filter((folder) => folder !== ''));
	const lists = [...folders].map(async (folder) => {
		const entries = await readdir(join(checkout, folder), { withFileTypes: true });
		return entries.filter((each) => each.isFile() && LICENCE.test(each.name)).map((each) => join(folder, each.name));
	});
	return (await Promise.all(lists)).flat();
}

/**
 * @param {string[]} paths files or folders below the checkout; one that does not exist has no files
 * @returns {Promise<string[]>} their files
 */
async function everythingIn(paths) {
	const lists = paths.map(async (path) => {
		const found = await lstat(join(checkout, path)).catch(() => null);
		if (found === null || !found.isDirectory()) return found === null ? [] : [path];
		const entries = await readdir(join(checkout, path), { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => !entry.isDirectory())
			.map((entry) => relative(checkout, join(entry.parentPath, entry.name)));
	});
	return (await Promise.all(lists)).flat().filter((file) => !UNREAD.test(file));
}

/**
 * A link stays a link.
 * @param {string} from below the checkout
 * @param {string} to
 */
async function copy(from, to) {
	await mkdir(dirname(to), { recursive: true });
	await cp(join(checkout, from), to, { verbatimSymlinks: true });
}
