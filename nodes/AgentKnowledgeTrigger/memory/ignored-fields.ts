import type { Ignores } from './record-fields';

/**
 * Names that only say when a record was read, how often, or by whom of the team, in lower case without separators. The
 * specification names no field of a conversation or a confirmation, so these are the usual names. A time of the last
 * change (`updatedAt`) counts: it may be all that a list shows of a new message.
 */
const OF_READING = new Set([
	...['now', 'ageseconds', 'ageminutes', 'servertime', 'currenttime', 'requestid'],
	...['servedat', 'fetchedat', 'generatedat', 'retrievedat', 'requestedat'],
	...['readat', 'viewedat', 'seenat', 'lastreadat', 'lastviewedat', 'lastseenat', 'lastopenedat'],
	...['readby', 'viewedby', 'seenby', 'lastreadby', 'lastviewedby', 'lastseenby', 'lastopenedby'],
	...['read', 'isread', 'unread', 'isunread', 'viewers', 'lastread', 'lastviewed', 'lastseen'],
	...['reads', 'views', 'readcount', 'viewcount', 'timesread', 'unreadcount'],
]);

/** @param chosen fields that a person named: a whole name (`visitor.city`), or an object with all in it (`visitor`) */
export function ignoresOf(chosen: readonly string[]): Ignores {
	return (name) => {
		// The name may be that of an object around the field: `lastRead.by`.
		if (name.split('.').some((each) => OF_READING.has(each.toLowerCase().replace(/[^a-z]/g, '')))) return true;
		return chosen.some((one) => name === one || name.startsWith(`${one}.`));
	};
}
