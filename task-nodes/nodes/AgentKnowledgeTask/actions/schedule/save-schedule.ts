import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { DescribeIssue } from '../../../gateway/gateway-errors';
import { idInPath } from '../../../gateway/id-in-path';
import { saveSchedule, type ScheduleToSave } from '../../../gateway/schedules';
import { readConnection } from '../../fields/connection-locator';
import { FieldReader } from '../../fields/field-reader';
import { issueDescriber } from '../../fields/issue-label';
import { hintAtUnchecked } from '../../items/unchecked-hint';
import { given, type TaskType } from '../../task-types/task-type';
import type { ItemData } from '../operation';
import { jitter, note, paused, scheduleName, timeZone, timingOptions } from './schedule-fields';
import { shownSchedule } from './shown-schedule';
import { cron } from './times';

const nameField = scheduleName('');
const INPUT = 'input.';

interface Scheduled {
	type: TaskType;
	/** @returns the cron line */
	readTimes: (read: FieldReader) => string;
}

/** The schedule of one item. @throws NodeOperationError that names the field */
export async function readSchedule(
	context: IExecuteFunctions,
	{ type, readTimes }: Scheduled,
	itemIndex: number,
): Promise<ScheduleToSave> {
	const read = new FieldReader(context, itemIndex, [...type.options, ...timingOptions]);
	const id = read.text(nameField);
	idInPath(context, nameField.displayName, id, itemIndex);
	const cronLine = readTimes(read);
	const input = { ...type.readInput(read), connection: await readConnection(context, itemIndex) };
	const timing = given({
		cron: cronLine,
		timeZone: read.optionalText(timeZone) ?? context.getTimezone(),
		jitterSeconds: read.optionalSeconds(jitter),
		paused: readPaused(context, read),
		note: read.optionalText(note),
	});
	const body = { type: type.value, input, ...timing };
	return { id, body, describeIssue: describerOf(type, body) };
}

/** Creates or changes the schedule. The same settings change nothing, so it can be repeated. */
export async function sendSchedule(
	context: IExecuteFunctions,
	schedule: ScheduleToSave,
	itemIndex: number,
): Promise<ItemData> {
	const saved = hintAtUnchecked(context, await saveSchedule(context, schedule, itemIndex), itemIndex);
	return { json: await shownSchedule(context, saved, itemIndex) };
}

/** Without the option, an existing schedule stays as it is. */
function readPaused(context: IExecuteFunctions, read: FieldReader): boolean | undefined {
	const options: IDataObject = context.getNodeParameter('options', read.itemIndex, {});
	return paused.name in options ? read.flag(paused) : undefined;
}

/** The gateway puts the task's fields under `input`. */
function describerOf(type: TaskType, body: IDataObject & { input: IDataObject }): DescribeIssue {
	const ofInput = issueDescriber(type.inputFields, body.input);
	const ofTiming = issueDescriber({ id: nameField, cron, timeZone, jitterSeconds: jitter, note, paused }, body);
	return (issue) =>
		issue.path.startsWith(INPUT) ? ofInput({ ...issue, path: issue.path.slice(INPUT.length) }) : ofTiming(issue);
}
