import type { TrainingLimits } from '../account/usage';
import type { AddressGuard } from '../crawler/address-guard';
import { fetchDocument } from '../crawler/fetch-document';
import { FetchError, NotPublicError, pageAddress, type PageContent } from '../crawler/page';
import type { PageReader } from '../crawler/page-reader';
import { readSitemaps, Robots, type RobotsRules } from '../crawler/robots';
import type { Repositories } from '../database/repositories';
import type { StoredSource } from '../database/sources-repository';
import type { SqlDatabase } from '../database/sql-database';
import type { WaitingPage } from '../database/training-runs-repository';
import type { KnowledgeBase } from '../search/knowledge-base';

/** Minimum pause for foreign servers, at any clock factor. */
const MIN_PAUSE_SECONDS = 0.5;

export interface CrawlServices {
	database: SqlDatabase;
	repositories: Repositories;
	knowledgeBase: KnowledgeBase;
	guard: AddressGuard;
	pages: PageReader;
	limits: TrainingLimits;
}

/**
 * Reads one website for a training run. Each page is one transaction (its text, its links, its place in the run), so
 * the crawl continues with the next page after a restart.
 */
export class WebsiteCrawl {
	private readonly robots: Robots;
	private rules: RobotsRules | undefined;
	private site = '';

	constructor(
		private readonly services: CrawlServices,
		private readonly runId: string,
		private readonly source: StoredSource,
		private readonly signal: AbortSignal,
	) {
		this.robots = new Robots(services.guard, signal);
	}

	/** Real seconds between two requests: the site's crawl delay, and on the open internet at least the minimum. */
	get pauseSeconds(): number {
		const minimum = this.services.guard.isAllowed(new URL(this.site)) ? 0 : MIN_PAUSE_SECONDS;
		return Math.max(this.rules?.crawlDelay ?? 0, minimum);
	}

	/**
	 * Finds the site and its pages: the first page, the pages of the last run, and those of its sitemap.
	 *
	 * @throws FetchError NotPublicError when the website cannot be reached
	 */
	async open(): Promise<void> {
		const { guard, pages, repositories } = this.services;
		const start = new URL(this.source.name);
		const first = await fetchDocument(guard, start, this.signal, this.robots.permit);
		// For example a redirect from example.com to www.example.com: the site is where the first page really is.
		this.site = first.url.origin;
		this.rules = await this.robots.rulesOf(this.site);
		// Includes pages of an earlier address of the site: reading them shows that they redirect.
		const known = repositories.pages.urlsOf(this.source.id);
		const listed = await readSitemaps(guard, pages, this.site, this.rules.sitemaps, this.signal);
		this.services.database.transaction(() => this.add([pageAddress(first.url), ...known, ...listed]));
	}

	next(): WaitingPage | undefined {
		return this.services.repositories.runPages.nextWaiting(this.runId, this.source.id);
	}

	/** Reads and indexes a page. An unreadable page counts as failed, and the crawl continues. */
	async read(page: WaitingPage): Promise<void> {
		const { guard, pages, database, repositories } = this.services;
		try {
			const document = await fetchDocument(guard, new URL(page.url), this.signal, this.robots.permit);
			const content = await pages.read(document, this.signal);
			database.transaction(() => this.settle(page, pageAddress(document.url), content));
		} catch (error) {
			if (!(error instanceof FetchError || error instanceof NotPublicError)) throw error;
			database.transaction(() => {
				repositories.runPages.settle(page.id, 'failed', error.message);
				if (error instanceof FetchError && error.isGone) this.forget(page);
			});
		}
	}

	private settle(page: WaitingPage, foundAt: string, content: PageContent): void {
		const { repositories, knowledgeBase } = this.services;
		// The source was deleted in the meantime, so nothing of it may return.
		if (!repositories.sources.find(this.source.id)) return;
		const skip = (reason: string) => repositories.runPages.settle(page.id, 'skipped', reason);

		if (foundAt !== page.url) {
			skip(`redirects to ${foundAt}`);
			this.forget(page);
			if (new URL(foundAt).origin === this.site) this.add([foundAt]);
			return;
		}
		// The page is settled before its links are added, so that it makes room for them.
		if (content.noindex) skip('asks not to be indexed');
		const canonical = content.canonical;
		const isDuplicate = canonical !== undefined && canonical !== page.url && this.isUsableCanonical(canonical);
		if (isDuplicate) skip(`is the same page as ${canonical}`);
		this.add(canonical === undefined ? content.links : [canonical, ...content.links]);
		if (!content.text) skip('has no text');
		if (content.noindex || isDuplicate || !content.text) return this.forget(page);
		if (this.exceedsLimit(page, content.text)) {
			return repositories.runPages.settle(page.id, 'failed', 'the training data limit of the plan is reached');
		}
		repositories.pages.deleteFromOtherSources(this.source.agentId, page.url, this.source.id);
		knowledgeBase.indexPage(this.source, { url: page.url, title: content.title, text: content.text });
		repositories.runPages.settle(page.id, 'read', null);
	}

	/** A page that is read again replaces its old text. If it has not grown, it always fits. */
	private exceedsLimit({ url }: WaitingPage, text: string): boolean {
		const { repositories, limits } = this.services;
		const added = Buffer.byteLength(text) - repositories.pages.sizeOf(this.source.id, url);
		return added > 0 && repositories.sources.totalBytes() + added > limits.dataBytes;
	}

	/** Removes a page that the site has withdrawn. A page that could not be read this time stays. */
	private forget({ url }: WaitingPage): void {
		this.services.knowledgeBase.dropPages(this.source.id, [url]);
	}

	/** If two pages each name the other as canonical, both would be lost. So the second one stays. */
	private isUsableCanonical(canonical: string): boolean {
		return this.services.repositories.runPages.stateOf(this.runId, this.source.id, canonical) !== 'skipped';
	}

	private add(urls: string[]): void {
		const { runPages } = this.services.repositories;
		const limit = this.services.limits.pagesPerRetrain;
		for (const url of urls) {
			const counts = runPages.counts(this.runId);
			// Skipped pages do not count, but a site of only skipped pages must end too.
			if (counts.total >= limit || counts.seen >= limit * 3) return;
			if (!this.rules?.allows(url)) continue;
			// A page belongs to one source, or searches would find it twice. The address of a source always belongs to
			// that source.
			const isOwn = url === pageAddress(new URL(this.source.name));
			if (isOwn || !runPages.belongsToOtherSource(this.runId, this.source.id, url))
				runPages.add(this.runId, this.source.id, url);
		}
	}
}
