export * from './subscription-service';
export type { Undelivered } from './undelivered';
export { TemporalSubscriptionService } from './temporal-subscription-service';
export { subscriptionsTo } from './subscription';
