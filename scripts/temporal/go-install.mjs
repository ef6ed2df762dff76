// @ts-check
import { runCommand } from '../processes/run-command.mjs';

/**
 * Builds Temporal's command line from its Go module: about three minutes on two cores.
 * @param {object} options
 * @param {string} options.go the Go program
 * @param {string} options.version e.g. `1.5.1`
 * @param {string} options.folder where `temporal` is put
 * @param {string} [options.logFile]
 * @param {(line: string) => void} [options.onLine]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>}
 */
export async function goInstallTemporal({ go, version, folder, logFile, onLine, signal }) {
	await runCommand(go, ['install', '-ldflags=-s -w', `github.com/temporalio/cli/cmd/temporal@v${version}`], {
		// A less frequent garbage collection makes the short-lived compiler much faster.
		env: { GOGC: '400', CGO_ENABLED: '0', ...process.env, GOBIN: folder },
		logFile,
		onLine,
		signal,
		whatToDo:
			'Install the Temporal CLI yourself so that "temporal" is on the PATH, or set TEMPORAL_ADDRESS to a running server.',
	});
}
