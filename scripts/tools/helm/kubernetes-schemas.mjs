// @ts-check
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, isCached } from '../../cache/cached-folder.mjs';
import { findGo, isGoAvailable } from '../go/find-go.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { findPythonPackage, isPythonPackageAvailable } from '../python/python-package.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { crdSchemas } from './crd-schemas.mjs';

/** The oldest version that the chart supports (kubeVersion), and the newest that has schemas. */
export const KUBERNETES_VERSIONS = /** @type {const} */ (['1.30.0', '1.37.0']);

/** Go modules with the definitions of custom objects. `sum` is the module's checksum, as in a go.sum file. */
const MODULES = [
	{
		module: 'github.com/kedacore/keda/v2@v2.21.0',
		sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
		files: ['scaledobjects', 'triggerauthentications'].map((name) => `config/crd/bases/keda.sh_${name}.yaml`),
	},
	{
		module: 'github.com/prometheus-operator/prometheus-operator@v0.94.1',
		sum: 'h1:QEIb2wenPH+SdMN1xMf8l4Pmj00YYXXI6HlbLlQWkww=',
		files: ['podmonitors', 'prometheusrules'].map(
			(name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
		),
	},
];

/**
 * The schemas of Kubernetes' own objects in a folder for each version (`v1.30.0`), and those of KEDA and the Prometheus
 * operator in `custom`. Unknown fields are errors.
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the folder
 * @throws {ReadableError} this machine lacks Python or Go, or a module is not the expected one
 */
export async function findKubernetesSchemas(options) {
	return cachedFolder(await entryOf(options.cache), options, async (draft) => {
		const packages = await findPythonPackage('kubernetes-schemas', options);
		const go = await findGo(options);
		if (packages === null || go === null)
			throw new ReadableError(
				'This machine lacks Python, which fetches the schemas of Kubernetes objects.',
				'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
			);
		options.report?.('preparing the schemas');
		for (const version of KUBERNETES_VERSIONS)
			await relativeSchemas(
				join(packages, `kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`),
				join(draft, `v${version}`),
			);
		await mkdir(join(draft, 'custom'));
		for (const { module, sum, files } of MODULES) {
			const folder = await moduleFolder(go, module, sum, options);
			for (const file of files)
				for (const [name, schema] of await crdSchemas(await readFile(join(folder, file), 'utf8')))
					await writeFile(join(draft, 'custom', name), JSON.stringify(schema));
		}
	});
}

/**
 * Whether `findKubernetesSchemas` would find them. It fetches nothing.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<'here' | 'to build' | null>}
 */
export async function lookForKubernetesSchemas(options) {
	if (isCached(await entryOf(options.cache))) return 'here';
	const available = [await isPythonPackageAvailable('kubernetes-schemas', options), await isGoAvailable(options)];
	return available.every(Boolean) ? 'to build' : null;
}

/** @param {string} cache */
async function entryOf(cache) {
	const hash = createHash('sha256').update(JSON.stringify([KUBERNETES_VERSIONS, MODULES]));
	for (const file of ['../python/kubernetes-schemas.txt', './crd-schemas.mjs', './kubernetes-schemas.mjs'])
		hash.update(await readFile(fileURLToPath(new URL(file, import.meta.url))));
	return { cache, name: 'kubernetes-schemas', key: hash.digest('hex').slice(0, 12) };
}

/**
 * Copies schemas so that they refer to each other by file instead of by an address on the internet.
 * @param {string} from
 * @param {string} to
 */
async function relativeSchemas(from, to) {
	await mkdir(to);
	for (const name of await readdir(from)) {
		/** @type {unknown} */
		const content = JSON.parse(await readFile(join(from, name), 'utf8'));
		const { $id: _address, ...schema } = /** @type {Record<string, unknown>} */ (content);
		const text = JSON.stringify(schema).replaceAll('"/api/_definitions.json#', '"_definitions.json#');
		await writeFile(join(to, name), text);
	}
}

/**
 * @param {string} go
 * @param {string} module with its version
 * @param {string} sum
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} its files, in Go's own cache
 */
async function moduleFolder(go, module, sum, { env = process.env, cache, logFile, signal }) {
	const options = { cwd: cache, env, logFile, signal, whatToDo: 'Check that Go reaches its module proxy.' };
	/** @type {unknown} */
	const downloaded = JSON.parse(await runCommand(go, ['mod', 'download', '-json', module], options));
	const { Dir, Sum } = /** @type {{ Dir: string, Sum: string }} */ (downloaded);
	if (Sum === sum) return Dir;
	throw new ReadableError(
		`The module ${module} has the checksum ${Sum} instead of ${sum}.`,
		'Check the module proxy, and change the checksum in scripts/tools/helm/kubernetes-schemas.mjs only on purpose.',
	);
}
