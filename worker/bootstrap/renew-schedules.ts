import type { Logger } from '../log';
import type { TemporalScheduleService } from '../tasks/schedules';

/** Lets schedules of the version before begin tasks with ids of today; one that cannot be changed goes on as it is. */
export async function renewSchedules(schedules: TemporalScheduleService, log: Logger): Promise<void> {
	try {
		for (const { id, error } of await schedules.renewIds())
			log.warn(
				{ err: error, schedule: id },
				'the schedule keeps beginning tasks with a slash in their ids; save it again',
			);
	} catch (error) {
		log.warn({ err: error }, 'the schedules could not be read, so tasks of older ones keep a slash in their ids');
	}
}
