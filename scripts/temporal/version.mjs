// @ts-check

/** The release of Temporal's command line that is installed. `scripts/tools/python/temporal.txt` pins the same. */
export const TEMPORAL_CLI_VERSION = '1.9.1';

/** The release of the server in it. The compose files run the same. */
export const TEMPORAL_SERVER_VERSION = '1.32.0';

/**
 * SHA-256 of that release's archives, by the platform and architecture of Node, for machines without Python.
 * @type {Readonly<Record<string, string | undefined>>}
 */
export const TEMPORAL_CLI_SHA256 = {
	'linux-x64': '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5',
	'linux-arm64': '6c57c352d52fc3df34412376fd9ba6f74b7e3ace8e426e6cba8600156d36a145',
	'darwin-x64': '48cdd6c84c56e27ae8e4d9a47052b89289a9c552dee029b49dd312c6fb72873f',
	'darwin-arm64': '41e0425378fcb4fb5766340b97435e20fe47bbff2d7bf644ec2d51f7662b7c56',
};

/** The oldest release whose dev server supports all options of `start-dev` that are used here. */
const OLDEST_USABLE = /** @type {const} */ ([1, 3]);

/**
 * Whether the output of `temporal --version` is of a usable release. A build by `go install` has the version
 * `0.0.0-DEV`, so any server version is accepted for it.
 * @param {string} output e.g. `temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)`
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
