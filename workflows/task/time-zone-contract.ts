import { z } from 'zod';
import { inForm } from './field-form';

/** The zone in which days begin, of every task that counts days by a calendar. */
export const timeZoneField = z
	.string()
	.refine(isTimeZone, 'is not a time zone; use a name such as Europe/Berlin or UTC')
	.optional()
	.describe('IANA name of the zone in which the days begin. Default: the zone of the connection, else UTC')
	.meta(inForm('Time zone', { help: 'Such as Europe/Berlin. Default: the zone of the connection, else UTC' }));

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}
