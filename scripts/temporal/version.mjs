// @ts-check

/**
 * The release of Temporal's command line that is installed, with UI 2.42.1. `scripts/python/temporal.txt` pins the same.
 */
export const TEMPORAL_CLI_VERSION = '1.5.1';

/**
 * SHA-256 of that release's archives, by the platform and architecture of Node, for machines without Python.
 * @type {Readonly<Record<string, string | undefined>>}
 */
export const TEMPORAL_CLI_SHA256 = {
	'linux-x64': 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
	'linux-arm64': 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
	'darwin-x64': 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
	'darwin-arm64': 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};

/** The release of the server in that command line. */
export const TEMPORAL_SERVER_VERSION = '1.29.1';

/** The oldest release whose dev server supports all options of `start-dev` that are used here. */
const OLDEST_USABLE = /** @type {const} */ ([1, 3]);

/**
 * Whether the output of `temporal --version` is of a usable release. A build by `go install` has the version
 * `0.0.0-DEV`, so any server version is accepted for it.
 * @param {string} output e.g. `temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)`
 * @returns {boolean}
 */
export function isUsableVersion(output) {
	const found = /temporal version (\d+)\.(\d+)\.\d+(-DEV)?/.exec(output);
	if (!found) return false;
	if (found[3]) return true;
	const [major, minor] = [Number(found[1]), Number(found[2])];
	const [oldestMajor, oldestMinor] = OLDEST_USABLE;
	return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
