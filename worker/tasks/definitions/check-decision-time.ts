import { Problem } from '../../problems/problem';
import { type BlobsConfig, PARTS_KEPT_LONGER } from '../../storage/settings';

/** A task that is waiting for its turn or for the service comes to its question later than it starts. */
const BEFORE_QUESTION_HOURS = 12;
const HOUR_SECONDS = 3_600;

/**
 * Checks that what a task needs after a decision is kept until the decision can come.
 * @param needsUploads whether it sends uploads afterwards
 * @throws Problem that names the setting
 */
export function checkDecisionTime(
	{ keepExportsHours, keepUploadsHours }: Pick<BlobsConfig, 'keepExportsHours' | 'keepUploadsHours'>,
	{ deadlineSeconds }: { deadlineSeconds: number },
	needsUploads: boolean,
): void {
	const parts = {
		hours: keepExportsHours * PARTS_KEPT_LONGER,
		what: 'what the task has read',
		by: 'four times blobs.keepExportsHours',
	};
	const uploads = { hours: keepUploadsHours, what: 'its uploads', by: 'blobs.keepUploadsHours' };
	for (const { hours, what, by } of needsUploads ? [parts, uploads] : [parts]) {
		const most = Math.max(0, hours - BEFORE_QUESTION_HOURS) * HOUR_SECONDS;
		if (deadlineSeconds <= most) continue;
		const message = `is longer than the gateway keeps ${what}: ${hours} h (${by}). Use at most ${most} seconds, so that a late decision finds it`;
		throw new Problem({
			type: 'invalid_request',
			title: 'The request is not valid',
			status: 400,
			detail: `Nothing was started. deadlineSeconds ${message}.`,
			issues: [{ path: 'deadlineSeconds', message }],
		});
	}
}
