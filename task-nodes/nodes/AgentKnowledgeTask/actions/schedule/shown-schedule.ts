import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { gatewayUrl } from '../../../gateway/gateway-context';
import { isRecord } from '../../../gateway/gateway-responses';
import { simplifiedSchedule } from '../../fields/simplify';
import { wantsSimple } from '../../items/task-item';

/** A schedule with a link to the gateway's page of schedules. Simplified, unless the builder chose otherwise. */
export async function shownSchedule(
	context: IExecuteFunctions,
	schedule: IDataObject,
	itemIndex: number,
): Promise<IDataObject> {
	const links = isRecord(schedule['links']) ? schedule['links'] : {};
	const linked = { ...schedule, links: { ...links, page: `${await gatewayUrl(context)}/schedules` } };
	return wantsSimple(context, itemIndex) ? simplifiedSchedule(linked) : linked;
}
