import { WARN_MINUTES } from './finish-time';
import { inputDigest } from '../task-input';
import { scheduleChanged, scheduleExists } from './schedule-problems';
import type { SaveCondition, SaveSchedule, ScheduleView } from './schedule-service';

/** What a person saves of a schedule. Runs change none of it. */
type Saved = Pick<ScheduleView, 'type' | 'input' | 'cron' | 'timeZone' | 'jitterSeconds' | 'paused' | 'note'> &
	Partial<Pick<ScheduleView, 'finishBy' | 'warnMinutes'>>;

/** The version of a schedule: a digest of what a person saves, so that runs leave it as it is. */
export function versionOf(saved: Saved): string {
	const { type, input, cron, timeZone, jitterSeconds, paused, note, finishBy = null, warnMinutes } = saved;
	// Without a time to finish by, the version is that of releases before there was one.
	const finish = finishBy === null ? {} : { finishBy, warnMinutes };
	return inputDigest({ type, input, cron, timeZone, jitterSeconds, paused, note, ...finish }).slice(0, 22);
}

/**
 * Checks what the caller requires of the existing schedule, before it is changed.
 * @param found null: there is none
 * @returns whether nothing remains to be done, because a repeat of the same request finds its own effect
 * @throws Problem 412
 */
export function checkCondition(
	schedule: SaveSchedule,
	found: Saved | null,
	condition: SaveCondition | undefined,
): { isDone: boolean } {
	if (condition === undefined) return { isDone: false };
	if (found === null) {
		if ('isNew' in condition) return { isDone: false };
		throw scheduleChanged(schedule.id);
	}
	if (versionOf(found) === versionOf(afterSave(schedule, found))) return { isDone: true };
	if ('isNew' in condition) throw scheduleExists(schedule.id);
	if (condition.version !== versionOf(found)) throw scheduleChanged(schedule.id);
	return { isDone: false };
}

/** The schedule as saving leaves it. */
function afterSave({ id: _id, paused, note, finishBy, warnMinutes, ...saved }: SaveSchedule, found: Saved): Saved {
	return {
		...saved,
		finishBy: finishBy ?? null,
		warnMinutes: finishBy === undefined ? null : (warnMinutes ?? WARN_MINUTES),
		input: { ...saved.input },
		paused: paused ?? found.paused,
		note: (note ?? found.note) || null,
	};
}
