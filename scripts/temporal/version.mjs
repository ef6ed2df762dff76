// @ts-check

/**
 * The release of Temporal's command line that is installed, with UI 2.42.1. It is the last one that `go install`
 * accepts.
 */
export const TEMPORAL_CLI_VERSION = '1.5.1';

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
