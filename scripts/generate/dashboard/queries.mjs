// @ts-check
/**
 * What a panel of the dashboard is, and the words of its queries. A query names its metric by `of`, which adds the
 * chosen jobs.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} description what it shows, and when to act
 * @property {'stat' | 'timeseries'} type
 * @property {string} unit as Grafana names it, such as s, bytes, ops, reqps or short
 * @property {Array<[expr: string, legend: string]>} queries
 * @property {readonly string[]} [alerts] those that look at the same figures
 * @property {number} [warnAbove] a stat turns red above it
 * @property {number} [warnBelow] a stat turns red below it
 *
 * @typedef {{ title: string, panels: Panel[] }} Row
 */

/**
 * @param {string} metric
 * @param {string} [matchers] of labels
 */
export const of = (metric, matchers = '') => `${metric}{job=~"$job"${matchers === '' ? '' : `, ${matchers}`}}`;

export const CONNECTION = 'connection=~"$connection"';

/**
 * @param {string} by labels, separated by commas
 * @param {string} series
 */
export const perSecond = (by, series) => `sum by (${by}) (rate(${series}[$__rate_interval]))`;

/**
 * @param {string} by labels, separated by commas
 * @param {string} histogram its name without _bucket
 * @param {string} [matchers]
 */
export const p95 = (by, histogram, matchers) =>
	`histogram_quantile(0.95, ${perSecond(`le, ${by}`, of(`${histogram}_bucket`, matchers))})`;
