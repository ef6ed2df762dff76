import type { Properties } from './contacts-api';

/** Sources that are a part of a lead's single name. */
const NAME_SOURCES = new Set(['name', 'firstName', 'lastName']);

export function isNamePart(source: string): boolean {
	return NAME_SOURCES.has(source);
}

/**
 * The newest name, unless it lacks a part that an older one has. Parts of two names never mix.
 * @param names of leads, oldest first; a lead without a name has none of the properties
 */
export function newestName(names: readonly Properties[]): Properties {
	return names.reduce((kept, name) => (lacksPart(name, kept) ? kept : name), {});
}

interface NameChange {
	/** The name to write. Empty: there is none. */
	name: Properties;
	/** What the contact has in the properties of a name. */
	current: Readonly<Record<string, string>>;
	/** What a contact without a name is called. It counts as no name. */
	placeholder: Properties;
	/** Whether the name may replace another one. */
	overwrites: boolean;
	isSame: (property: string, current: string, value: string) => boolean;
}

/** The changes to the name of a contact: all parts or none. A part of a placeholder is emptied if the name lacks it. */
export function nameChanges({ name, current, placeholder, overwrites, isSame }: NameChange): Properties {
	const parts = Object.keys(name);
	if (parts.length === 0) return {};
	const isPlaceholder = ([property, value]: [string, string]) => value === placeholder[property];
	const given = Object.entries(current).filter(([, value]) => value !== '');
	const real = Object.fromEntries(given.filter((each) => !isPlaceholder(each)));
	if (lacksPart(name, real)) return {};
	const isOther = Object.entries(real).some(([property, value]) => !isSame(property, value, name[property] ?? ''));
	if (isOther && !overwrites) return {};
	const stale = given.filter(([property]) => !Object.hasOwn(name, property)).map(([property]) => [property, '']);
	const changed = Object.entries(name).filter(([property, value]) => !isSame(property, current[property] ?? '', value));
	return Object.fromEntries([...changed, ...stale]) as Properties;
}

function lacksPart(name: Properties, other: Properties): boolean {
	return Object.keys(other).some((property) => !Object.hasOwn(name, property));
}
