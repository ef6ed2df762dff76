import { stat } from 'node:fs/promises';
import { type Config, ConfigError } from '../config';
import type { Logger } from '../log';
import { changedLive, liveSettingsOf, settingsForRestart, type LiveSettings } from './live-settings';

/**
 * Interval of the check for changed files, in ms. It compares the state of each file, which also works for links, network
 * drives and folders.
 */
export const LOOK_EVERY_MS = 2_000;

export interface WatchedConfig {
	/** Paths of the files of a configuration, also of files that may be created later. */
	paths: (config: Config) => readonly string[];
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
			const changed = changedLive(known, next);
			if (changed.length > 0) take(liveSettingsOf(next));
			known = next;
			if (restart.length > 0)
				log.warn({ settings: restart }, 'the configuration changed; these settings need a restart');
			log.info({ settings: changed }, changed.length > 0 ? 'settings were reloaded' : 'no setting to reload');
		} catch (error) {
			const problems = error instanceof ConfigError ? error.problems : [];
			log.error({ err: error, problems }, 'the changed configuration is not valid, so no setting was reloaded');
		}
	};
	const onHangUp = () => {
		log.info('SIGHUP: reloading the configuration');
		reload();
	};
	const stopLooking = onChange(() => stateOf(paths(known)), reload);
	process.on('SIGHUP', onHangUp);
	return () => {
		stopLooking();
		process.off('SIGHUP', onHangUp);
	};
}

/** Calls `changed` after each look that differs from the one before. One look at a time. */
function onChange(look: () => Promise<string>, changed: () => void): () => void {
	let before = look();
	let looking = false;
	let isStopped = false;
	const compare = async () => {
		if (looking) return;
		looking = true;
		try {
			const now = look();
			const isSame = (await now) === (await before);
			before = now;
			if (!isSame && !isStopped) changed();
		} finally {
			looking = false;
		}
	};
	const timer = setInterval(() => void compare(), LOOK_EVERY_MS).unref();
	return () => {
		isStopped = true;
		clearInterval(timer);
	};
}

/** Another text as soon as a file was changed, replaced, created or removed. */
async function stateOf(paths: readonly string[]): Promise<string> {
	return JSON.stringify(
		await Promise.all(
			paths.map(async (path) => {
				try {
					const { mtimeMs, ctimeMs, size, ino } = await stat(path);
					return [path, mtimeMs, ctimeMs, size, ino];
				} catch {
					return [path];
				}
			}),
		),
	);
}
