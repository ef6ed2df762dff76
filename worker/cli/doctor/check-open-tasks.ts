import type { Client } from '@temporalio/client';
import {
	emptyReport,
	faultText,
	faultTodo,
	findKeyFaults,
	type Keyring,
	type KeyReport,
	openTasks,
	OUR_WORKFLOWS,
} from '../../temporal';
import { type Check, checked, errorText, fail, ok, warn } from './check';

const NAME = 'encrypted tasks';
/** A development server lists 5,000 open workflows in 1.3 s, so 100,000 take half a minute there. */
const WITHIN_MS = 10 * 60_000;
const NEWEST_WITHIN_MS = 10_000;
/** Each is a request: 4 ms for a short one at a development server, and more for a long one. */
const HISTORIES = 1_000;

/** Whether these keys decrypt all that open tasks and schedules need, and what the newest workflow stored. */
export async function checkOpenTasks(
	client: Client,
	keyring: Keyring,
	progress: (text: string) => void,
): Promise<Check[]> {
	const report = emptyReport();
	const onProgress = (running: number) => {
		progress(`Looked at the keys of ${running} open workflows ...`);
	};
	const unfinished = await client.withDeadline(Date.now() + WITHIN_MS, async () => {
		try {
			await findKeyFaults(client, keyring, { histories: HISTORIES, onProgress, report });
			return null;
		} catch (error) {
			return errorText(error);
		}
	});
	const faults = report.faults.map((fault) => fail(NAME, faultText(fault), faultTodo(fault)));
	if (unfinished !== null) return [...faults, cutShort(report, unfinished)];
	if (faults.length > 0) return faults;
	const newest = await client.withDeadline(Date.now() + NEWEST_WITHIN_MS, () => checkNewest(client));
	const isNoneOpen = report.running + report.schedules === 0;
	return [isNoneOpen || newest.status !== 'ok' ? newest : readable(report)];
}

function readable(report: KeyReport): Check {
	const { unread } = report;
	const finding = `All keys are there that these need: ${openTasks(report)}.`;
	if (unread === 0) return ok(NAME, finding);
	return warn(
		NAME,
		`${finding} ${unread} of them began with an older key. Their histories were not read, and may need another key too.`,
		'Keep every key that was current since these tasks began.',
	);
}

function cutShort(report: KeyReport, reason: string): Check {
	return warn(
		NAME,
		`Not all open tasks could be looked at (${reason}). So far: ${openTasks(report)}.`,
		'Run the check again. Remove no encryption key before it has looked at all of them.',
	);
}

/** The results of ended workflows need the keys too. */
function checkNewest(client: Client): Promise<Check> {
	const todo =
		'Use the keys of the running workers. Remove a key only when nothing that it encrypted is stored. If the task is not encrypted at all, encryption.acceptPlain allows it during a migration.';
	return checked(NAME, todo, async () => {
		for await (const { workflowId } of client.workflow.list({ query: OUR_WORKFLOWS, pageSize: 1 }))
			return `None is open. The newest, ${workflowId}, can be read.`;
		return 'None yet.';
	});
}
