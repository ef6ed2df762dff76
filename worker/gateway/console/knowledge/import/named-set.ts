import { setNamed as wholeName, type SetName } from '../set-id';

/** The fields of a set that an address names. @param id as `setId` makes it, or a set's name alone */
export function setNamed(id: string): Partial<SetName> {
	return wholeName(id) ?? (id === '' ? {} : { set: id });
}
