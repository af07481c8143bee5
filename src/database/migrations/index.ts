import { Foundation1763640000000 } from './1763640000000-foundation.js';
import { Reference1763650000000 } from './1763650000000-reference.js';
import { Market1763700000000 } from './1763700000000-market.js';
import { OrderStatisticDays1763712000000 } from './1763712000000-order-statistic-days.js';
import { Fundamental1763720000000 } from './1763720000000-fundamental.js';
import { News1763730000000 } from './1763730000000-news.js';
import { CoveringQuotes1763750000000 } from './1763750000000-covering-quotes.js';
import { QuickSymbolChecks1763810000000 } from './1763810000000-quick-symbol-checks.js';
import { StoredValues1763820000000 } from './1763820000000-stored-values.js';
import { RefreshStatistics1763830000000 } from './1763830000000-refresh-statistics.js';
import { Webhooks1763850000000 } from './1763850000000-webhooks.js';
import { SubjectRoles1763870000000 } from './1763870000000-subject-roles.js';
import { RulesByKind1795407152976 } from './1795407152976-rules-by-kind.js';
import { Sources1795407187048 } from './1795407187048-sources.js';
import { QuoteChecks1795411058000 } from './1795411058000-quote-checks.js';
import { ClosedWords1795413568426 } from './1795413568426-closed-words.js';
import { FinishedImports1795418709141 } from './1795418709141-finished-imports.js';
import { SettlementByDate1795419278686 } from './1795419278686-settlement-by-date.js';
import { Quarantine1795419462111 } from './1795419462111-quarantine.js';
import { EstimatesAndSettlementCycles1795420414013 } from './1795420414013-estimates-and-settlement-cycles.js';
import { StatementsByIndex1795421676231 } from './1795421676231-statements-by-index.js';
import { Proposals1795422600000 } from './1795422600000-proposals.js';
import { RecheckQuotes1795423000000 } from './1795423000000-recheck-quotes.js';
import { Provenance1795433785925 } from './1795433785925-provenance.js';
import { Payloads1795434712309 } from './1795434712309-payloads.js';
import { SourceFiles1795435195937 } from './1795435195937-source-files.js';
import { Staleness1795436851549 } from './1795436851549-staleness.js';
import { ProposedRowsOfUnits1795436900000 } from './1795436900000-proposed-rows-of-units.js';
import { FiguresByCircular991795436900001 } from './1795436900001-figures-by-circular-99.js';
import { WebhookDeliveries1795441000000 } from './1795441000000-webhook-deliveries.js';
import { FlagDismissals1795441580862 } from './1795441580862-flag-dismissals.js';
import { ChangeNotices1795442523614 } from './1795442523614-change-notices.js';
import { FlagsByTheMaster1795467636651 } from './1795467636651-flags-by-the-master.js';
import { KeptValuations1795475859274 } from './1795475859274-kept-valuations.js';
import { EventsByActorAndStatisticsByDay1795510050653 } from './1795510050653-events-by-actor-and-statistics-by-day.js';
import { KeptBreadth1795520000000 } from './1795520000000-kept-breadth.js';
import { RevisionsOfQuarantinedRows1795700000000 } from './1795700000000-revisions-of-quarantined-rows.js';
import { EventsByRequest1795746096348 } from './1795746096348-events-by-request.js';
import { ValuationsByEachCount1795747000000 } from './1795747000000-valuations-by-each-count.js';
import { InterestOfTwelveMonths1795762516308 } from './1795762516308-interest-of-twelve-months.js';
import { FiguresOfTheNewestForm1795774993457 } from './1795774993457-figures-of-the-newest-form.js';
import { BreadthWithoutZeroPrices1795776485730 } from './1795776485730-breadth-without-zero-prices.js';
import { AveragesOfDaysWithoutTrades1795784129125 } from './1795784129125-averages-of-days-without-trades.js';
import { TicksOfRuledKinds1795795500000 } from './1795795500000-ticks-of-ruled-kinds.js';
import { BalancesOfOneInstant1795798677740 } from './1795798677740-balances-of-one-instant.js';
import { LimitsOfFirstReferences1795812730846 } from './1795812730846-limits-of-first-references.js';
import { NewestShareCounts1795842611076 } from './1795842611076-newest-share-counts.js';
import { BreadthWithoutZeroCloses1795849945566 } from './1795849945566-breadth-without-zero-closes.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [
  Foundation1763640000000,
  Reference1763650000000,
  Market1763700000000,
  OrderStatisticDays1763712000000,
  Fundamental1763720000000,
  News1763730000000,
  CoveringQuotes1763750000000,
  QuickSymbolChecks1763810000000,
  StoredValues1763820000000,
  RefreshStatistics1763830000000,
  Webhooks1763850000000,
  SubjectRoles1763870000000,
  RulesByKind1795407152976,
  Sources1795407187048,
  QuoteChecks1795411058000,
  ClosedWords1795413568426,
  FinishedImports1795418709141,
  SettlementByDate1795419278686,
  Quarantine1795419462111,
  EstimatesAndSettlementCycles1795420414013,
  StatementsByIndex1795421676231,
  Proposals1795422600000,
  RecheckQuotes1795423000000,
  Provenance1795433785925,
  Payloads1795434712309,
  SourceFiles1795435195937,
  Staleness1795436851549,
  ProposedRowsOfUnits1795436900000,
  FiguresByCircular991795436900001,
  WebhookDeliveries1795441000000,
  FlagDismissals1795441580862,
  ChangeNotices1795442523614,
  FlagsByTheMaster1795467636651,
  KeptValuations1795475859274,
  EventsByActorAndStatisticsByDay1795510050653,
  KeptBreadth1795520000000,
  RevisionsOfQuarantinedRows1795700000000,
  EventsByRequest1795746096348,
  ValuationsByEachCount1795747000000,
  InterestOfTwelveMonths1795762516308,
  FiguresOfTheNewestForm1795774993457,
  BreadthWithoutZeroPrices1795776485730,
  AveragesOfDaysWithoutTrades1795784129125,
  TicksOfRuledKinds1795795500000,
  BalancesOfOneInstant1795798677740,
  LimitsOfFirstReferences1795812730846,
  NewestShareCounts1795842611076,
  BreadthWithoutZeroCloses1795849945566,
];
