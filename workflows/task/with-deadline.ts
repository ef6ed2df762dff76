import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import { wasCancelled } from './was-cancelled';

/**
 * Runs `body` until `deadline` (milliseconds since 1970; null: without end), then cancels it.
 * Being cancelled from outside stays what it is.
 * @throws what `onPassed` makes, when the deadline has passed
 */
export async function withDeadline<Result>(
	deadline: number | null,
	body: () => Promise<Result>,
	onPassed: () => Error,
): Promise<Result> {
	if (deadline === null) return body();
	const work = new CancellationScope();
	const alarm = new CancellationScope();
	const rang = alarm
		.run(() => sleep(Math.max(1, deadline - Date.now())))
		.then(() => {
			work.cancel();
			return true;
		})
		.catch((error: unknown) => {
			if (!isCancellation(error)) throw error;
			return false;
		});
	try {
		return await work.run(body);
	} catch (error) {
		alarm.cancel();
		throw wasCancelled(error) && (await rang) ? onPassed() : error;
	} finally {
		alarm.cancel();
		await rang;
	}
}
