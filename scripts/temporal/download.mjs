// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';

/** Temporal's own place of release archives: the one its SDKs download from. */
const RELEASES = 'https://temporal.download/cli/archive';
/** An address that does not answer must not hold up a machine that is offline. */
const ANSWER_MS = 5_000;

/** How long the look at what a machine lacks waits for an answer. */
const LOOK_MS = 800;

/** How Temporal's place of releases names this machine. */
const PLATFORM = `platform=${process.platform}&arch=${process.arch === 'x64' ? 'amd64' : process.arch}`;

/**
 * Whether a release of Temporal can be downloaded at this moment.
 * @param {string} release its address, without the platform
 * @returns {Promise<boolean>} false too when the answer takes longer than 0.8 s, or is another than the archive
 */
export async function isDownloadable(release) {
	const look = fetch(`${release}?${PLATFORM}`, { method: 'HEAD', signal: AbortSignal.timeout(LOOK_MS) });
	return look.then(
		({ ok }) => ok,
		() => false,
	);
}

/**
 * The address of a release of Temporal's command line, without the platform.
 * @param {string} version e.g. `1.5.1`
 * @param {string} [releases] another place with the same archives
 */
export function temporalRelease(version, releases = RELEASES) {
	return `${releases}/v${version}`;
}

/**
 * Downloads a release of Temporal's command line, which holds the server.
 * @param {object} options
 * @param {string} options.version e.g. `1.5.1`
 * @param {string} options.folder where `temporal` is put
 * @param {string} [options.releases] another place with the same archives
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>} rejects when the address does not answer within 5 s, or what it sends is no archive
 */
export async function downloadTemporal({ version, folder, releases, signal }) {
	const release = temporalRelease(version, releases);
	const response = await answer(`${release}?${PLATFORM}`, signal);
	if (!response.ok) throw new Error(`${new URL(release).host} answered ${response.status}`);
	await mkdir(folder, { recursive: true });
	const archive = join(folder, 'temporal.tar.gz');
	await writeFile(archive, Buffer.from(await response.arrayBuffer()));
	await runCommand('tar', ['-xzf', archive, '-C', folder, 'temporal'], { signal });
}

/**
 * Only the first byte is waited for this briefly: the archive itself may take its time.
 * @param {string} url
 * @param {AbortSignal | undefined} signal
 */
async function answer(url, signal) {
	const slow = new AbortController();
	const timer = setTimeout(() => slow.abort(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
	try {
		return await fetch(url, { signal: signal ? AbortSignal.any([slow.signal, signal]) : slow.signal });
	} finally {
		clearTimeout(timer);
	}
}
