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
/** Attempts at the first look, if the list changes too much between two requests. */
const MOST_FIRST_PAGES = 5;
/** How many items to read without a known one, if no time shows what is old. All known ones may have been deleted. */
const MOST_UNSURE = 1_000;

/** Watches a list that shows the newest first. It reads down to a page without news. */
export function newestFirst<Each extends { id?: unknown }>(readAsAsked: ReadPage<Each>): Watch {
	const readPage = joinedPages(readAsAsked);
	return {
		mostKnown: MOST_KNOWN,
		async look(memory, most) {
			const first = await readPage(FIRST_PAGE);
			if (memory === null) return firstLook(readPage, first);
			// Begins at the oldest news that this poll can return, so that a backlog is not read at each poll.
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
 * Notes the first page, and checks whether the list continues below it. An item from below may move up later, and then
 * looks like a new item of the same time or without a time. If nothing is below, all later items are new.
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
 * Reads a second page, because `total` may count only one page.
 * @param page the first one
 * @returns null if the list changed too much in between to decide
 */
async function goesOnBelow<Each extends object>(readPage: ReadPage<Each>, page: Page<Each>): Promise<boolean | null> {
	const { items } = page;
	if (items.length === 0 || isLastPage(page, FIRST_PAGE)) return false;
	const known = new Set(items.map((item) => sightingOf(item).key));
	// Reads half of it again, so that both join even if items come and go meanwhile.
	const next = (await readPage({ ...FIRST_PAGE, offset: Math.floor(items.length / 2) })).items;
	const lowest = next.findLastIndex((item) => known.has(sightingOf(item).key));
	if (lowest === -1) return null;
	if (lowest < next.length - 1) return true;
	// A shorter page than the one before is the end of the list.
	return next.length < Math.max(2, items.length) ? false : null;
}

/** At least as many as were read: the specification does not say what `total` counts. */
function totalOf({ items, total }: Page<unknown>): number {
	return Number.isFinite(total) ? Math.max(total, items.length) : items.length;
}

interface Reading<Each> {
	/** Null if it was not just read. */
	first: Page<Each> | null;
	/** Items of the list at the beginning of the poll. */
	total: number;
	/** Offset to begin at. */
	begin: number;
	memory: Memory;
	most: number;
}

/** @returns null if the list changed so much meanwhile that two pages do not join. Then read from the top */
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
	// If no known item is left and no time helps, the growth of the list shows the least number of new items.
	const end = firstKnown === -1 ? total - memory.settled - begin : firstKnown;
	// Below `end` may be an old item that moved up, or a late one with an earlier time.
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
