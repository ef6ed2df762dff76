/** A property as HubSpot's API of properties describes it, without what no test needs. */
export interface StoredProperty {
	name: string;
	type: 'string' | 'number' | 'date' | 'datetime' | 'enumeration' | 'bool' | 'phone_number';
	fieldType: string;
	options: Array<{ label: string; value: string; hidden: boolean; displayOrder: number }>;
	hasUniqueValue: boolean;
}

export interface PropertyMore {
	fieldType?: string;
	hasUniqueValue?: boolean;
	/** Label by value. */
	choices?: Record<string, string>;
}

export function property(
	name: string,
	type: StoredProperty['type'] = 'string',
	{ fieldType = 'text', hasUniqueValue = false, choices = {} }: PropertyMore = {},
): StoredProperty {
	const options = Object.entries(choices).map(([value, label], displayOrder) => ({
		label,
		value,
		hidden: false,
		displayOrder,
	}));
	return { name, type, fieldType, options, hasUniqueValue };
}

export const STANDARD_PROPERTIES = [
	...['email', 'firstname', 'lastname', 'city', 'country'].map((name) => property(name)),
	property('phone', 'string', { fieldType: 'phonenumber' }),
	property('lead_captured_at', 'datetime', { fieldType: 'date' }),
];

export interface Fault {
	error: string;
	message: string;
}

const DAY_MS = 86_400_000;

/**
 * What HubSpot says against a value; null: it takes the value. Emptying a property is allowed. Since 2025 blanks around
 * a value are an error unless the property is text.
 */
export function faultOf({ name, type, fieldType, options }: StoredProperty, value: string): Fault | null {
	if (value === '') return null;
	switch (type) {
		case 'number':
			return /^-?\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)
				? null
				: { error: 'INVALID_DOUBLE', message: `${value} was not a valid number.` };
		case 'date':
			return dateFault(value);
		case 'datetime':
			return isTime(value) ? null : { error: 'INVALID_LONG', message: `${value} was not a valid long.` };
		case 'bool':
			return choiceFault(['true', 'false'], [value]);
		case 'enumeration': {
			const values = options.map((option) => option.value);
			return choiceFault(values, fieldType === 'checkbox' ? value.split(';') : [value]);
		}
		default:
			return value.length > 65_536
				? { error: 'VALUE_TOO_LONG', message: `The value of ${name} is longer than 65536 characters` }
				: null;
	}
}

function dateFault(value: string): Fault | null {
	if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
	if (!/^-?\d+$/.test(value)) return { error: 'INVALID_LONG', message: `${value} was not a valid long.` };
	if (Number(value) % DAY_MS === 0) return null;
	const at = new Date(Number(value)).toISOString();
	return { error: 'INVALID_DATE', message: `${value} is at ${at.slice(11)} UTC, not midnight!` };
}

function isTime(value: string): boolean {
	return /^-?\d+$/.test(value) || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value);
}

function choiceFault(allowed: string[], chosen: string[]): Fault | null {
	const other = chosen.find((value) => !allowed.includes(value));
	if (other === undefined) return null;
	return { error: 'INVALID_OPTION', message: `${other} was not one of the allowed options: [${allowed.join(', ')}]` };
}

/** A value as HubSpot returns it: days and times in the forms of ISO 8601, whatever was sent. */
export function returned(property: StoredProperty | undefined, value: string): string {
	if (property?.type !== 'date' && property?.type !== 'datetime') return value;
	if (value === '') return value;
	const at = new Date(/^-?\d+$/.test(value) ? Number(value) : value).toISOString();
	return property.type === 'date' ? at.slice(0, 10) : at;
}
