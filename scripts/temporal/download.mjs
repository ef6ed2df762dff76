// @ts-check
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';

/** Temporal's own download address of releases, which its SDKs also use. */
const RELEASES = 'https://temporal.download/cli/archive';
/** An unreachable address must not block an offline machine. */
const ANSWER_MS = 5_000;

/** Time limit of the check of a machine's needs. */
const CHECK_MS = 800;

/** The name of this machine's platform at Temporal's download address. */
const PLATFORM = `platform=${process.platform}&arch=${process.arch === 'x64' ? 'amd64' : process.arch}`;

/**
 * Whether a release of Temporal can be downloaded at this moment.
 * @param {string} release its address, without the platform
 * @returns {Promise<boolean>} also false if the response takes longer than 0.8 s or is not the archive
 */
export async function isDownloadable(release) {
	const look = fetch(`${release}?${PLATFORM}`, { method: 'HEAD', signal: AbortSignal.timeout(CHECK_MS) });
	return look.then(
		({ ok }) => ok,
		() => false,
	);
}

/**
 * The address of a release of Temporal's command line, without the platform.
 * @param {string} version e.g. `1.9.1`
 * @param {string} [releases] another place with the same archives
 */
export function temporalRelease(version, releases = RELEASES) {
	return `${releases}/v${version}`;
}

/**
 * Downloads a release of Temporal's command line, which holds the server.
 * @param {object} options
 * @param {string} options.version e.g. `1.9.1`
 * @param {string | undefined} options.sha256 of the archive for this machine, in hex
 * @param {string} options.folder where `temporal` is put
 * @param {string} [options.releases] another place with the same archives
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>} rejects if the address does not respond within 5 s, or sends another archive
 */
export async function downloadTemporal({ version, sha256, folder, releases, signal }) {
	if (sha256 === undefined) throw new Error('this kind of machine has no pinned checksum');
	const release = temporalRelease(version, releases);
	const response = await answer(`${release}?${PLATFORM}`, signal);
	if (!response.ok) throw new Error(`${new URL(release).host} responded with status ${response.status}`);
	const bytes = Buffer.from(await response.arrayBuffer());
	if (createHash('sha256').update(bytes).digest('hex') !== sha256)
		throw new Error(`the archive of ${new URL(release).host} does not have the pinned checksum`);
	await mkdir(folder, { recursive: true });
	const archive = join(folder, 'temporal.tar.gz');
	await writeFile(archive, bytes);
	await runCommand('tar', ['-xzf', archive, '-C', folder, 'temporal'], { signal });
}

/**
 * The time limit applies only to the first byte. The archive itself may take longer.
 * @param {string} url
 * @param {AbortSignal | undefined} signal
 */
async function answer(url, signal) {
	const slow = new AbortController();
	const timer = setTimeout(() => slow.abort(new Error(`no response within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
	try {
		return await fetch(url, { signal: signal ? AbortSignal.any([slow.signal, signal]) : slow.signal });
	} finally {
		clearTimeout(timer);
	}
}
