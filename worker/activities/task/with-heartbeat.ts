import { Context } from '@temporalio/activity';

const EVERY_MS = 10_000;

/** Says every ten seconds that the work goes on; that is also how it hears of a cancellation. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
	const context = Context.current();
	const beat = setInterval(() => {
		context.heartbeat();
	}, EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(beat);
	}
}
