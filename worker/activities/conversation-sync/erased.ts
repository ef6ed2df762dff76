import { ErasedUnknownError, type NamesErased } from '../../destinations/conversations';
import type { ErasedLeads } from '../../privacy';
import { erasedPersons } from '../transcripts/erased-persons';

/** Whether a conversation names a person who is erased by now. @throws ErasedUnknownError */
export async function namesErased(erased: Pick<ErasedLeads, 'test'>): Promise<NamesErased> {
	try {
		return await erasedPersons(erased);
	} catch (error) {
		throw new ErasedUnknownError(error);
	}
}
