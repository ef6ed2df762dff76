// @ts-check
import { cp, copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { installPinned } from '../../release/packages/install-pinned.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';

const RELEASE = 'bookworm';
const NPM = '10.9.9';
/** Path of the clone inside the root. */
export const CHECKOUT = '/root/agent-knowledge';
/** Path inside the root of the certificates that this machine trusts, beside those of the root itself. */
const EXTRA_CERTIFICATES = '/etc/machine-certificates.pem';
const ROOT_CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';

/**
 * @typedef {object} BareRoot
 * @property {string} folder seen from outside
 * @property {NodeJS.ProcessEnv} env for what runs in it
 * @property {() => Promise<void>} remove
 */

/**
 * A Debian system with only the named packages, Node from npm, and a clean clone of the commit. The system is kept in
 * the cache, because its creation takes minutes.
 * @param {object} contents
 * @param {string[]} contents.packages of Debian
 * @param {string} contents.node version, e.g. `20.19.0`
 * @param {boolean} contents.withNpm
 * @returns {Promise<BareRoot>}
 * @throws {ReadableError} it cannot be made here: only root may, on Debian with `debootstrap`
 */
export async function makeBareRoot({ packages, node, withNpm }) {
	const debian = await bareDebian(packages);
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bare-'));
	const root = join(folder, 'root');
	await runCommand('cp', ['-a', debian, root]);
	await installNode(root, node, withNpm);
	for (const file of ['resolv.conf', 'hosts']) await cp(`/etc/${file}`, join(root, 'etc', file), { dereference: true });
	await runCommand('git', ['clone', '--quiet', '--no-hardlinks', workspaceRoot, join(root, CHECKOUT)]);
	return {
		folder: root,
		env: { ...(await registryEnv(root)), HOME: '/root', PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

/**
 * A Debian system with only the named packages, in the cache: copy it, and leave it as it is.
 * @param {readonly string[]} packages of Debian
 * @returns {Promise<string>} its root folder
 * @throws {ReadableError} it cannot be made here: only root may, on Debian with `debootstrap`
 */
export async function bareDebian(packages) {
	if (process.getuid?.() !== 0)
		throw new ReadableError('Only root can create a bare Debian system.', 'Run it with sudo.');
	const entry = { cache: cacheFolder(), name: 'bare-root', key: [RELEASE, ...packages].join('+') };
	const debian = await cachedFolder(entry, {}, async (draft) => {
		const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
		await runCommand('debootstrap', ['--variant=minbase', ...include, RELEASE, join(draft, 'root')], {
			whatToDo:
				'Install debootstrap (on Debian and Ubuntu: apt-get install debootstrap), and check that a Debian mirror is reachable.',
		});
	});
	return join(debian, 'root');
}

/**
 * Node from npm, in /opt/node of a root.
 * @param {string} root
 * @param {string} version
 * @param {boolean} withNpm
 */
export async function installNode(root, version, withNpm) {
	const opt = join(root, 'opt', 'node');
	await mkdir(opt, { recursive: true });
	const platform = `node-${process.platform}-${process.arch}`;
	await installPinned({ [platform]: version, npm: NPM }, { folder: opt });
	/** @param {string} name @param {string} target */
	const link = (name, target) => symlink(join('/opt/node/node_modules', target), join(root, 'usr/local/bin', name));
	await link('node', `${platform}/bin/node`);
	if (!withNpm) return;
	await link('npm', 'npm/bin/npm-cli.js');
	await link('npx', 'npm/bin/npx-cli.js');
}

/**
 * The environment variables with which this machine reaches the package registries. They are the only way for the root,
 * so that no setting of this machine gets into the checkout.
 * @param {string} root
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function registryEnv(root) {
	const kept = Object.entries(process.env).filter(([name]) =>
		/^(https?_proxy|no_proxy|goproxy|gosumdb|gonosumdb|npm_config_registry|pip_index_url|pip_default_timeout)$/i.test(
			name,
		),
	);
	const env = Object.fromEntries(kept);
	const trusted = process.env.NODE_EXTRA_CA_CERTS;
	if (!trusted) return env;
	await copyFile(trusted, join(root, EXTRA_CERTIFICATES));
	// An administrator of this network would have installed these certificates. Without them the root stays without.
	const own = join(root, ROOT_CERTIFICATES);
	if ((await readFile(own).catch(() => null)) !== null) await copyFile(trusted, own);
	return {
		...env,
		NODE_EXTRA_CA_CERTS: EXTRA_CERTIFICATES,
		npm_config_cafile: EXTRA_CERTIFICATES,
		PIP_CERT: EXTRA_CERTIFICATES,
	};
}
