import { isLastPage, joinedPages, type Page, type ReadPage } from '../../AgentKnowledge/generated/pages';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import { rowOf } from '../../AgentKnowledge/transport/row';
import type { Memory } from '../memory/memory';
import { ListOrder } from './list-order';
import { sightingOf, type Sighting } from '../memory/sighting';
import type { Watch } from './watch';
import type { Look } from '../memory/look';

const FIRST_PAGE = { limit: 100, offset: 0 };
const MOST_KNOWN = 500;
/** How often to begin the first look anew, where the list changed too much between two requests. */
const MOST_FIRST_PAGES = 5;
/** How far to read without meeting anything known, where no time tells what is old: so many may have been deleted. */
const MOST_UNSURE = 1_000;

/** Watches what comes to a list that shows the newest first: reads down to a page without news. */
export function newestFirst<Each extends { id?: unknown }>(readAsAsked: ReadPage<Each>): Watch {
	const readPage = joinedPages(readAsAsked);
	return {
		mostKnown: MOST_KNOWN,
		async look(memory, most) {
			const first = await readPage(FIRST_PAGE);
			if (memory === null) return firstLook(readPage, first);
			// Everything above is newer than the oldest news that this poll can give out: a backlog is not read again and again.
			const total = totalOf(first);
			const begin = Math.max(0, total - memory.settled - most);
			const reading = { total, memory, most };
			if (begin > 0) {
				const look = await readDown(readPage, { ...reading, first: null, begin });
				if (look !== null && look.news.length > 0) return look;
			}
			const look = await readDown(readPage, { ...reading, first: begin === 0 ? first : null, begin: 0 });
			return look ?? { news: [], rest: [], settled: memory.settled };
		},
		async newest(most) {
			const { items } = await readPage({ limit: most, offset: 0 });
			return items.map(rowOf);
		},
	};
}

/**
 * Takes note of the first page, and looks whether anything is below it: what is below may move up later, and a new item
 * of the same time, or without one, cannot be told from it then. Where nothing is, all that comes is new.
 */
async function firstLook<Each extends object>(readPage: ReadPage<Each>, first: Page<Each>): Promise<Look> {
	let page = first;
	let goesOn: boolean | null = null;
	for (let pages = 1; ; pages++) {
		goesOn = await goesOnBelow(readPage, page);
		if (goesOn !== null || pages === MOST_FIRST_PAGES) break;
		page = await readPage(FIRST_PAGE);
	}
	return { news: [], rest: page.items.map(sightingOf).reverse(), settled: totalOf(page), goesOn: goesOn ?? true };
}

/**
 * Looks for itself: `total` may count one page only.
 * @param page the first
 * @returns null if the list changed too much in between to decide
 */
async function goesOnBelow<Each extends object>(readPage: ReadPage<Each>, page: Page<Each>): Promise<boolean | null> {
	const { items } = page;
	if (items.length === 0 || isLastPage(page, FIRST_PAGE)) return false;
	const known = new Set(items.map((item) => sightingOf(item).key));
	// Half of it is read again, so that both join though items come and go meanwhile.
	const next = (await readPage({ ...FIRST_PAGE, offset: Math.floor(items.length / 2) })).items;
	const lowest = next.findLastIndex((item) => known.has(sightingOf(item).key));
	if (lowest === -1) return null;
	if (lowest < next.length - 1) return true;
	// A shorter page than the service can give out ends where the list does.
	return next.length < Math.max(2, items.length) ? false : null;
}

/** Never less than what was read. */
function totalOf({ items, total }: Page<unknown>): number {
	return Number.isFinite(total) ? Math.max(total, items.length) : items.length;
}

interface Reading<Each> {
	/** The first page, if it was just read. */
	first: Page<Each> | null;
	/** Items of the list, when the poll began. */
	total: number;
	/** Offset to begin at. */
	begin: number;
	memory: Memory;
	most: number;
}

/** @returns null when the list changed so much meanwhile that what was read does not join: read from the top then */
async function readDown<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	reading: Reading<Each>,
): Promise<Look | null> {
	const { begin, memory, most } = reading;
	const order = new ListOrder<Each>();
	const counts = { news: 0, newsBefore: 0, unsure: 0 };
	let metKnown = false;
	for await (const item of listItems(pagesFrom(readPage, reading, order))) {
		const sighting = order.place(item) ?? (begin === 0 ? order.placeOnTop(item) : null);
		if (sighting === null) return null;
		const isKnown = memory.has(sighting.key) || memory.isOlder(sighting.at);
		metKnown ||= isKnown;
		if (!isKnown) counts.news += 1;
		if (!isKnown && !memory.isNewer(sighting.at)) counts.unsure += 1;
		if (!metKnown && counts.unsure > most + MOST_UNSURE) break;
		if (!order.isLastOfPage(item)) continue;
		if (metKnown && counts.news === counts.newsBefore) break;
		counts.newsBefore = counts.news;
	}
	return tellNews(order.sightings, reading);
}

/** @param sightings newest first */
function tellNews(sightings: Sighting[], { total, begin, memory }: Omit<Reading<object>, 'first'>): Look {
	const isKnown = ({ key, at }: Sighting) => memory.has(key) || memory.isOlder(at);
	const firstKnown = sightings.findIndex(isKnown);
	// Where all that was known is gone and no time helps, the list's length tells how much has come at least.
	const end = firstKnown === -1 ? total - memory.settled - begin : firstKnown;
	// Below, there may be an old one that moved up, or one that came late with an earlier time.
	const isNews = (one: Sighting, index: number) => !isKnown(one) && (index < end || memory.isNewer(one.at));
	const news = sightings.filter(isNews);
	const rest = sightings.filter((one, index) => !isNews(one, index));
	const above = Math.max(0, Math.min(end, sightings.length));
	return { news: news.reverse(), rest: rest.reverse(), settled: Math.max(0, total - begin - above) };
}

/** The list from an offset on. */
function pagesFrom<Each extends object>(
	readPage: ReadPage<Each>,
	{ first, begin }: Reading<Each>,
	order: ListOrder<Each>,
): ReadPage<Each> {
	let unused = first;
	return async ({ limit, offset }) => {
		const page = unused ?? (await readPage({ limit, offset: begin + offset }));
		unused = null;
		order.turnTo(page.items);
		return { ...page, total: Math.max(0, page.total - begin) };
	};
}
