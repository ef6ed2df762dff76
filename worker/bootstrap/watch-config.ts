import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { type Config, ConfigError } from '../config';
import type { Logger } from '../log';
import { changedLive, inForce, liveSettingsOf, settingsForRestart, type LiveSettings } from './live-settings';

/**
 * Interval of the check for a changed file, in ms. It polls the file's state, which also works for links and network
 * drives.
 */
const LOOK_EVERY_MS = 2_000;

export interface WatchedConfig {
	/** Paths of the configuration file and of the local file that may stand beside it. */
	paths: readonly string[];
	/** The configuration that the process started with. */
	current: Config;
	/** Reads and checks the files. @throws with all problems */
	read: () => Config;
	take: (settings: LiveSettings) => void;
	log: Logger;
}

/**
 * Reloads the settings that a running process can change (see `LiveSettings`) when a file changes, and on SIGHUP. An
 * invalid file changes nothing. The log names settings that need a restart.
 * @returns how to stop
 */
export function watchConfig({ paths, current, read, take, log }: WatchedConfig): () => void {
	let known = current;
	const reload = () => {
		try {
			const next = read();
			const restart = settingsForRestart(current, next);
			const possible = inForce(current, known, next);
			const changed = changedLive(known, possible);
			if (changed.length > 0) take(liveSettingsOf(possible));
			known = possible;
			if (restart.length > 0)
				log.warn({ settings: restart }, 'the configuration changed; these settings need a restart');
			log.info({ settings: changed }, changed.length > 0 ? 'settings were reloaded' : 'no setting to reload');
		} catch (error) {
			const problems = error instanceof ConfigError ? error.problems : [];
			log.error({ err: error, problems }, 'the changed configuration is not valid, so no setting was reloaded');
		}
	};
	const onChange = (now: Stats, before: Stats) => {
		// Node reports a missing file once, too.
		if (now.nlink > 0 || before.nlink > 0) reload();
	};
	const onHangUp = () => {
		log.info('SIGHUP: reloading the configuration');
		reload();
	};
	for (const path of paths)
		watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, onChange).on('error', (error) => {
			log.warn({ err: error, path }, 'the process can no longer watch the configuration; send SIGHUP to reload it');
		});
	process.on('SIGHUP', onHangUp);
	return () => {
		for (const path of paths) unwatchFile(path, onChange);
		process.off('SIGHUP', onHangUp);
	};
}
