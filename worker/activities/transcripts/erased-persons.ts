import type { ShownConversation } from '../../../api';
import { addressesIn, type ErasedLeads } from '../../privacy';
import { startOf } from '../../storage/conversation-files/shown-conversation';
import { keyMissing } from '../task/failure';

/**
 * Whether any of the records of a conversation names an erased person, if it began before the erasure. The list may show
 * the visitor's address where the transcript does not.
 */
export async function erasedPersons(
	erased: Pick<ErasedLeads, 'test'>,
): Promise<(...records: readonly ShownConversation[]) => boolean> {
	try {
		const isErased = await erased.test();
		if (isErased === null) return () => false;
		return (...records) => {
			const starts = records.map(startOf).filter((start) => start !== null);
			// Without a time it may have begun before.
			const capturedAt = new Date(starts.length === 0 ? 0 : Math.min(...starts)).toISOString();
			return [...addressesIn(records)].some((email) => isErased({ ...NO_LEAD, email, capturedAt }));
		};
	} catch (error) {
		throw keyMissing(error);
	}
}

/** A person is known by the address here. */
const NO_LEAD = {
	id: 0,
	agentId: '',
	conversationId: '',
	name: '',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
};
