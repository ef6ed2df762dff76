import { unwatchFile, watchFile } from 'node:fs';
import { type Config, ConfigError } from '../config';
import type { Logger } from '../log';
import { changedLive, inForce, liveSettingsOf, settingsForRestart, type LiveSettings } from './live-settings';

/** How often it is looked whether the file is another one, in ms. By its state, which also sees links and network drives. */
const LOOK_EVERY_MS = 2_000;

export interface WatchedConfig {
	/** The file. */
	path: string;
	/** What the process runs with. */
	current: Config;
	/** Reads and checks the whole file. @throws with everything that is wrong with it */
	read: () => Config;
	take: (settings: LiveSettings) => void;
	log: Logger;
}

/**
 * Takes over what can be changed in a running process (see `LiveSettings`) when the file changes, and on SIGHUP. A file
 * that is not valid changes nothing; what needs a restart is named in the log.
 * @returns how to stop
 */
export function watchConfig({ path, current, read, take, log }: WatchedConfig): () => void {
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
				log.warn({ settings: restart }, 'the configuration changed; these settings are taken over by a restart only');
			log.info({ settings: changed }, changed.length > 0 ? 'settings were taken over' : 'no setting to take over');
		} catch (error) {
			const problems = error instanceof ConfigError ? error.problems : [];
			log.error({ err: error, problems }, 'the changed configuration is not valid, so nothing of it was taken over');
		}
	};
	const onHangUp = () => {
		log.info('SIGHUP: the configuration is read again');
		reload();
	};
	watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, reload).on('error', (error) => {
		log.warn({ err: error }, 'the configuration cannot be watched any more; SIGHUP has it read again');
	});
	process.on('SIGHUP', onHangUp);
	return () => {
		unwatchFile(path, reload);
		process.off('SIGHUP', onHangUp);
	};
}
