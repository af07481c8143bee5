import type { Definition } from '../en/codes.js';

/** Financial ratios by their codes, in Vietnamese. Flows are those of 12 months where the formula says so. */
export const ratios = {
  pe: { name: 'P/E', formula: 'vốn hóa ÷ LNST của cổ đông công ty mẹ 12 tháng' },
  pb: { name: 'P/B', formula: 'vốn hóa ÷ vốn chủ sở hữu của cổ đông công ty mẹ' },
  ps: { name: 'P/S', formula: 'vốn hóa ÷ doanh thu thuần 12 tháng (ngân hàng: tổng thu nhập hoạt động)' },
  eps: { name: 'EPS', formula: 'LNST của cổ đông công ty mẹ 12 tháng ÷ số cổ phiếu lưu hành' },
  bvps: {
    name: 'Giá trị sổ sách mỗi cổ phiếu (BVPS)',
    formula: 'vốn chủ sở hữu của cổ đông công ty mẹ ÷ số cổ phiếu lưu hành',
  },
  pcf: { name: 'P/CF', formula: 'vốn hóa ÷ dòng tiền thuần từ hoạt động kinh doanh 12 tháng' },
  ev_ebitda: {
    name: 'EV/EBITDA',
    formula:
      '(vốn hóa + nợ vay + lợi ích cổ đông không kiểm soát − tiền) ÷ (lợi nhuận trước thuế + lãi vay + khấu hao 12 tháng)',
  },
  gross_margin: { name: 'Biên lợi nhuận gộp', formula: 'lợi nhuận gộp ÷ doanh thu thuần' },
  operating_margin: {
    name: 'Biên lợi nhuận từ hoạt động kinh doanh',
    formula: 'lợi nhuận thuần từ hoạt động kinh doanh ÷ doanh thu thuần',
  },
  ebit_margin: { name: 'Biên EBIT', formula: '(lợi nhuận trước thuế + chi phí lãi vay) ÷ doanh thu thuần' },
  ebitda_margin: {
    name: 'Biên EBITDA',
    formula: '(lợi nhuận trước thuế + chi phí lãi vay + khấu hao) ÷ doanh thu thuần',
  },
  roce: {
    name: 'ROCE',
    formula: '(lợi nhuận trước thuế + chi phí lãi vay 12 tháng) ÷ bình quân của (tổng tài sản − nợ ngắn hạn)',
  },
  net_margin: {
    name: 'Biên lợi nhuận ròng',
    formula: 'lợi nhuận sau thuế ÷ doanh thu thuần (ngân hàng: tổng thu nhập hoạt động)',
  },
  roa: { name: 'ROA', formula: 'lợi nhuận sau thuế 12 tháng ÷ tổng tài sản bình quân' },
  roe: {
    name: 'ROE',
    formula: 'LNST của cổ đông công ty mẹ 12 tháng ÷ vốn chủ sở hữu bình quân của cổ đông công ty mẹ',
  },
  nim: {
    name: 'Biên lãi thuần (NIM)',
    formula: 'thu nhập lãi thuần 12 tháng ÷ tài sản sinh lãi bình quân',
  },
  cost_of_funds: {
    name: 'Chi phí vốn (COF)',
    formula: 'chi phí lãi 12 tháng ÷ nợ phải trả chịu lãi bình quân',
  },
  cost_to_income: {
    name: 'Chi phí trên thu nhập (CIR)',
    formula: 'chi phí hoạt động ÷ tổng thu nhập hoạt động',
  },
  revenue_growth: {
    name: 'Tăng trưởng doanh thu thuần',
    formula: 'doanh thu thuần (ngân hàng: tổng thu nhập hoạt động) ÷ cùng kỳ năm trước − 1',
  },
  profit_before_tax_growth: {
    name: 'Tăng trưởng lợi nhuận trước thuế',
    formula: 'lợi nhuận trước thuế ÷ cùng kỳ năm trước − 1',
  },
  net_profit_growth: {
    name: 'Tăng trưởng lợi nhuận sau thuế',
    formula: 'LNST của cổ đông công ty mẹ ÷ cùng kỳ năm trước − 1',
  },
  total_assets_growth: {
    name: 'Tăng trưởng tổng tài sản',
    formula: 'tổng tài sản ÷ cùng thời điểm năm trước − 1',
  },
  equity_growth: {
    name: 'Tăng trưởng vốn chủ sở hữu',
    formula: 'vốn chủ sở hữu của cổ đông công ty mẹ ÷ cùng thời điểm năm trước − 1',
  },
  gross_profit_growth: {
    name: 'Tăng trưởng lợi nhuận gộp',
    formula: 'lợi nhuận gộp ÷ cùng kỳ năm trước − 1',
  },
  operating_profit_growth: {
    name: 'Tăng trưởng lợi nhuận từ hoạt động kinh doanh',
    formula: 'lợi nhuận thuần từ hoạt động kinh doanh ÷ cùng kỳ năm trước − 1',
  },
  net_interest_income_growth: {
    name: 'Tăng trưởng thu nhập lãi thuần',
    formula: 'thu nhập lãi thuần ÷ cùng kỳ năm trước − 1',
  },
  loan_growth: {
    name: 'Tăng trưởng cho vay khách hàng',
    formula: 'cho vay khách hàng trước dự phòng ÷ cùng thời điểm năm trước − 1',
  },
  deposit_growth: {
    name: 'Tăng trưởng tiền gửi khách hàng',
    formula: 'tiền gửi của khách hàng ÷ cùng thời điểm năm trước − 1',
  },
  current_ratio: { name: 'Khả năng thanh toán hiện hành', formula: 'tài sản ngắn hạn ÷ nợ ngắn hạn' },
  quick_ratio: {
    name: 'Khả năng thanh toán nhanh',
    formula: '(tài sản ngắn hạn − hàng tồn kho) ÷ nợ ngắn hạn',
  },
  cash_ratio: {
    name: 'Khả năng thanh toán bằng tiền',
    formula: 'tiền và tương đương tiền ÷ nợ ngắn hạn',
  },
  operating_cash_flow_ratio: {
    name: 'Dòng tiền kinh doanh trên nợ ngắn hạn',
    formula: 'dòng tiền thuần từ hoạt động kinh doanh 12 tháng ÷ nợ ngắn hạn',
  },
  loans_to_deposits: {
    name: 'Cho vay trên tiền gửi (LDR)',
    formula: 'cho vay khách hàng trước dự phòng ÷ tiền gửi của khách hàng',
  },
  liquid_assets_ratio: {
    name: 'Tài sản thanh khoản trên tổng tài sản',
    formula: '(tiền mặt + tiền gửi tại NHNN + tiền gửi và cho vay các TCTD) ÷ tổng tài sản',
  },
  asset_turnover: {
    name: 'Vòng quay tổng tài sản',
    formula: 'doanh thu thuần 12 tháng ÷ tổng tài sản bình quân',
  },
  fixed_asset_turnover: {
    name: 'Vòng quay tài sản cố định',
    formula: 'doanh thu thuần 12 tháng ÷ tài sản cố định bình quân',
  },
  inventory_turnover: {
    name: 'Vòng quay hàng tồn kho',
    formula: 'giá vốn hàng bán 12 tháng ÷ hàng tồn kho bình quân',
  },
  receivables_turnover: {
    name: 'Vòng quay phải thu khách hàng',
    formula: 'doanh thu thuần 12 tháng ÷ phải thu ngắn hạn của khách hàng bình quân',
  },
  payables_turnover: {
    name: 'Vòng quay phải trả người bán',
    formula: 'giá vốn hàng bán 12 tháng ÷ phải trả người bán ngắn hạn bình quân',
  },
  inventory_days: { name: 'Số ngày tồn kho', formula: '365 ÷ vòng quay hàng tồn kho' },
  receivables_days: { name: 'Số ngày phải thu', formula: '365 ÷ vòng quay phải thu khách hàng' },
  payables_days: { name: 'Số ngày phải trả', formula: '365 ÷ vòng quay phải trả người bán' },
  cash_conversion_cycle: {
    name: 'Chu kỳ chuyển hóa tiền mặt',
    formula: 'số ngày tồn kho + số ngày phải thu − số ngày phải trả',
  },
  debt_to_equity: { name: 'Nợ vay ÷ vốn chủ', formula: 'vay và trái phiếu ÷ vốn chủ sở hữu' },
  debt_to_assets: { name: 'Nợ vay ÷ tài sản', formula: 'vay và trái phiếu ÷ tổng tài sản' },
  liabilities_to_assets: { name: 'Nợ phải trả ÷ tài sản', formula: 'nợ phải trả ÷ tổng tài sản' },
  liabilities_to_equity: { name: 'Nợ phải trả ÷ vốn chủ', formula: 'nợ phải trả ÷ vốn chủ sở hữu' },
  equity_multiplier: { name: 'Tổng tài sản ÷ vốn chủ', formula: 'tổng tài sản ÷ vốn chủ sở hữu' },
  interest_coverage: {
    name: 'Khả năng trả lãi vay',
    formula: '(lợi nhuận trước thuế + chi phí lãi vay) ÷ chi phí lãi vay, 12 tháng',
  },
  debt_to_ebitda: {
    name: 'Nợ vay ÷ EBITDA',
    formula: 'vay và trái phiếu ÷ (lợi nhuận trước thuế + lãi vay + khấu hao 12 tháng)',
  },
  cash_to_profit: {
    name: 'Dòng tiền kinh doanh ÷ lợi nhuận',
    formula: 'dòng tiền thuần từ hoạt động kinh doanh ÷ lợi nhuận sau thuế, 12 tháng',
  },
  operating_cash_flow_margin: {
    name: 'Dòng tiền kinh doanh ÷ doanh thu',
    formula: 'dòng tiền thuần từ hoạt động kinh doanh ÷ doanh thu thuần, 12 tháng',
  },
  free_cash_flow: {
    name: 'Dòng tiền tự do (FCF)',
    formula: 'dòng tiền thuần từ hoạt động kinh doanh − chi mua sắm tài sản cố định, 12 tháng',
  },
  free_cash_flow_margin: {
    name: 'Dòng tiền tự do ÷ doanh thu',
    formula:
      '(dòng tiền thuần từ hoạt động kinh doanh − chi mua sắm tài sản cố định) ÷ doanh thu thuần, 12 tháng',
  },
  capex_to_operating_cash_flow: {
    name: 'Capex ÷ dòng tiền kinh doanh',
    formula: 'chi mua sắm tài sản cố định ÷ dòng tiền thuần từ hoạt động kinh doanh, 12 tháng',
  },
  operating_cash_flow_to_liabilities: {
    name: 'Dòng tiền kinh doanh ÷ nợ phải trả',
    formula: 'dòng tiền thuần từ hoạt động kinh doanh 12 tháng ÷ nợ phải trả',
  },
  cost_of_sales_to_revenue: {
    name: 'Giá vốn ÷ doanh thu',
    formula:
      'giá vốn hàng bán (bảo hiểm: chi phí kinh doanh bảo hiểm; chứng khoán: chi phí hoạt động) ÷ doanh thu thuần',
  },
  selling_to_revenue: {
    name: 'Chi phí bán hàng ÷ doanh thu',
    formula: 'chi phí bán hàng ÷ doanh thu thuần',
  },
  administration_to_revenue: {
    name: 'Chi phí quản lý ÷ doanh thu',
    formula: 'chi phí quản lý doanh nghiệp ÷ doanh thu thuần',
  },
  financial_expenses_to_revenue: {
    name: 'Chi phí tài chính ÷ doanh thu',
    formula: 'chi phí tài chính ÷ doanh thu thuần',
  },
  interest_to_revenue: {
    name: 'Chi phí lãi vay ÷ doanh thu',
    formula: 'chi phí lãi vay ÷ doanh thu thuần',
  },
  effective_tax_rate: {
    name: 'Thuế suất thực tế',
    formula: '(thuế TNDN hiện hành + hoãn lại) ÷ lợi nhuận trước thuế',
  },
  current_assets_to_assets: {
    name: 'Tài sản ngắn hạn ÷ tổng tài sản',
    formula: 'tài sản ngắn hạn ÷ tổng tài sản',
  },
  cash_to_current_assets: {
    name: 'Tiền ÷ tài sản ngắn hạn',
    formula: 'tiền và tương đương tiền ÷ tài sản ngắn hạn',
  },
  short_term_investments_to_current_assets: {
    name: 'Đầu tư tài chính ngắn hạn ÷ tài sản ngắn hạn',
    formula: 'đầu tư tài chính ngắn hạn ÷ tài sản ngắn hạn',
  },
  receivables_to_current_assets: {
    name: 'Phải thu ngắn hạn ÷ tài sản ngắn hạn',
    formula: 'các khoản phải thu ngắn hạn ÷ tài sản ngắn hạn',
  },
  inventories_to_current_assets: {
    name: 'Hàng tồn kho ÷ tài sản ngắn hạn',
    formula: 'hàng tồn kho ÷ tài sản ngắn hạn',
  },
  other_to_current_assets: {
    name: 'Tài sản ngắn hạn khác ÷ tài sản ngắn hạn',
    formula: 'tài sản ngắn hạn khác ÷ tài sản ngắn hạn',
  },
  long_term_assets_to_assets: {
    name: 'Tài sản dài hạn ÷ tổng tài sản',
    formula: 'tài sản dài hạn ÷ tổng tài sản',
  },
  long_term_receivables_to_long_term_assets: {
    name: 'Phải thu dài hạn ÷ tài sản dài hạn',
    formula: 'các khoản phải thu dài hạn ÷ tài sản dài hạn',
  },
  fixed_assets_to_long_term_assets: {
    name: 'Tài sản cố định ÷ tài sản dài hạn',
    formula: 'tài sản cố định ÷ tài sản dài hạn',
  },
  investment_property_to_long_term_assets: {
    name: 'Bất động sản đầu tư ÷ tài sản dài hạn',
    formula: 'bất động sản đầu tư ÷ tài sản dài hạn',
  },
  assets_in_progress_to_long_term_assets: {
    name: 'Tài sản dở dang dài hạn ÷ tài sản dài hạn',
    formula: 'tài sản dở dang dài hạn ÷ tài sản dài hạn',
  },
  long_term_investments_to_long_term_assets: {
    name: 'Đầu tư tài chính dài hạn ÷ tài sản dài hạn',
    formula: 'đầu tư tài chính dài hạn ÷ tài sản dài hạn',
  },
  other_to_long_term_assets: {
    name: 'Tài sản dài hạn khác ÷ tài sản dài hạn',
    formula: 'tài sản dài hạn khác ÷ tài sản dài hạn',
  },
  npl_ratio: {
    name: 'Tỷ lệ nợ xấu (NPL)',
    formula: 'nợ nhóm 3 đến 5 ÷ cho vay khách hàng trước dự phòng',
  },
  group_2_ratio: { name: 'Tỷ lệ nợ nhóm 2', formula: 'nợ nhóm 2 ÷ cho vay khách hàng trước dự phòng' },
  loan_loss_coverage: {
    name: 'Tỷ lệ bao phủ nợ xấu (LLR)',
    formula: 'dự phòng cho vay khách hàng ÷ nợ nhóm 3 đến 5',
  },
  credit_cost: {
    name: 'Chi phí tín dụng',
    formula: 'chi phí dự phòng rủi ro tín dụng 12 tháng ÷ cho vay khách hàng trước dự phòng bình quân',
  },
} satisfies Readonly<Record<string, Definition>>;

/** What each of Piotroski's signals asks, in Vietnamese. */
export const piotroski: Readonly<Record<string, string>> = {
  roa: 'lợi nhuận sau thuế ÷ tổng tài sản đầu năm lớn hơn 0',
  cfo: 'dòng tiền thuần từ hoạt động kinh doanh ÷ tổng tài sản đầu năm lớn hơn 0',
  delta_roa: 'ROA cao hơn năm trước',
  accrual: 'dòng tiền kinh doanh lớn hơn lợi nhuận sau thuế, cùng chia cho tổng tài sản',
  delta_leverage: 'nợ vay dài hạn ÷ tổng tài sản bình quân thấp hơn năm trước',
  delta_liquidity: 'khả năng thanh toán hiện hành cao hơn năm trước',
  eq_offer:
    'trong năm không thu tiền từ phát hành cổ phiếu (báo cáo lưu chuyển tiền tệ không có chỉ tiêu này nghĩa là không có)',
  delta_margin: 'biên lợi nhuận gộp cao hơn năm trước',
  delta_turnover: 'doanh thu thuần ÷ tổng tài sản đầu năm cao hơn năm trước',
};

const average = (days: number): Definition => ({
  name: `Giá so với SMA ${days}`,
  formula: 'mua: giá đóng cửa > SMA; bán: giá đóng cửa < SMA',
});

/** Rules of trading signals: when each says buy and when sell, in Vietnamese. */
export const rules: Readonly<Record<string, Definition>> = {
  price_sma_20: average(20),
  price_sma_50: average(50),
  price_sma_200: average(200),
  macd_histogram: { name: 'Histogram MACD', formula: 'mua: histogram > 0; bán: histogram < 0' },
  rsi: { name: 'RSI', formula: 'mua: RSI < 30; bán: RSI > 70' },
  stochastic: { name: 'Stochastic', formula: 'mua: %K < 20 và %K > %D; bán: %K > 80 và %K < %D' },
  cci: { name: 'CCI', formula: 'mua: CCI < −100; bán: CCI > 100' },
  adx: { name: 'ADX', formula: 'mua: ADX > 25 và +DI > −DI; bán: ADX > 25 và +DI < −DI' },
  bollinger_position: {
    name: 'Vị trí trong dải Bollinger',
    formula: 'mua: (giá đóng cửa − dải dưới) ÷ (dải trên − dải dưới) < 0; bán: > 1',
  },
  obv_trend: {
    name: 'Xu hướng OBV',
    formula: 'mua: OBV − trung bình 20 phiên gần nhất > 0; bán: < 0',
  },
  williams_r: { name: 'Williams %R', formula: 'mua: %R < −80; bán: %R > −20' },
  rate_of_change: { name: 'Tốc độ thay đổi giá (ROC)', formula: 'mua: ROC > 0; bán: ROC < 0' },
};

const oscillatorAverage = (name: string): Definition => ({
  name: `${name} trung bình`,
  formula: `SMA(${name}(n), số phiên trung bình)`,
});

/** Indicators by their codes, in Vietnamese: n is the period. */
export const indicators: Readonly<Record<string, Definition>> = {
  bollinger_bands: {
    name: 'Dải Bollinger',
    formula:
      'dải giữa = SMA(giá đóng cửa, n); dải trên, dải dưới = dải giữa ± độ lệch × √(Σ(giá đóng cửa − dải giữa)² ÷ n)',
  },
  parabolic_sar: {
    name: 'Parabolic SAR',
    formula:
      'điểm dừng và đảo chiều: SAR += AF × (cực trị − SAR); mỗi cực trị mới AF tăng một bước, không quá mức tối đa; đảo chiều khi giá chạm SAR',
  },
  ad_line: {
    name: 'Đường A/D',
    formula:
      'tích lũy/phân phối: AD += khối lượng × ((giá đóng cửa − giá thấp nhất) − (giá cao nhất − giá đóng cửa)) ÷ (giá cao nhất − giá thấp nhất)',
  },
  obv: {
    name: 'OBV',
    formula: 'khối lượng cân bằng: OBV ± khối lượng; + khi giá đóng cửa tăng, − khi giảm',
  },
  vma: { name: 'VMA', formula: 'đường trung bình động của khối lượng: SMA(khối lượng, n)' },
  ema: {
    name: 'EMA',
    formula:
      'đường trung bình động hàm mũ: EMA += (x − EMA) × 2 ÷ (n + 1); bắt đầu bằng SMA của n giá trị đầu',
  },
  sma: { name: 'SMA', formula: 'đường trung bình động giản đơn: Σ n giá trị gần nhất ÷ n' },
  adx: {
    name: 'ADX',
    formula:
      'chỉ số định hướng trung bình: ADX = trung bình Wilder của 100 × |+DI − −DI| ÷ (+DI + −DI); ±DI = 100 × ±DM ÷ TR, đều làm mượt n phiên',
  },
  adxr: { name: 'ADXR', formula: '(ADX + ADX của n − 1 phiên trước) ÷ 2' },
  linear_regression: {
    name: 'Hồi quy tuyến tính',
    formula: 'điểm cuối của đường bình phương nhỏ nhất qua n giá đóng cửa gần nhất',
  },
  macd: {
    name: 'MACD',
    formula:
      'trung bình động hội tụ phân kỳ: MACD = EMA(nhanh) − EMA(chậm); đường tín hiệu = EMA(MACD, số phiên tín hiệu); histogram = MACD − đường tín hiệu',
  },
  zigzag: {
    name: 'Zigzag',
    formula: 'các đoạn thẳng nối những đỉnh và đáy, mỗi điểm cách điểm trước ít nhất bằng độ lệch (%)',
  },
  cci: {
    name: 'CCI',
    formula:
      'chỉ số kênh hàng hóa: (t − SMA(t, n)) ÷ (0.015 × trung bình |t − SMA(t, n)|); t = (giá cao nhất + thấp nhất + đóng cửa) ÷ 3',
  },
  cmo: {
    name: 'CMO',
    formula: 'dao động động lượng Chande: 100 × (tăng − giảm) ÷ (tăng + giảm), đều làm mượt như trong RSI',
  },
  momentum: { name: 'Động lượng', formula: 'giá đóng cửa − giá đóng cửa n phiên trước' },
  mfi: {
    name: 'MFI',
    formula:
      'chỉ số dòng tiền: 100 × dương ÷ (dương + âm) của t × khối lượng trong n phiên; t = (giá cao nhất + thấp nhất + đóng cửa) ÷ 3',
  },
  roc: {
    name: 'ROC',
    formula: 'tốc độ thay đổi giá: 100 × (giá đóng cửa ÷ giá đóng cửa n phiên trước − 1)',
  },
  rsi: {
    name: 'RSI',
    formula:
      'chỉ báo sức mạnh tương đối: 100 × tăng ÷ (tăng + giảm), mỗi trung bình = (trung bình trước × (n − 1) + x) ÷ n',
  },
  stochastic_fast: {
    name: 'Stochastic nhanh',
    formula: '%K = 100 × (giá đóng cửa − đáy k phiên) ÷ (đỉnh k phiên − đáy k phiên); %D = SMA(%K, d)',
  },
  stochastic_slow: {
    name: 'Stochastic chậm',
    formula: '%K chậm = SMA(%K, số phiên làm mượt); %D chậm = SMA(%K chậm, d)',
  },
  williams_r: {
    name: 'Williams %R',
    formula: '−100 × (đỉnh n phiên − giá đóng cửa) ÷ (đỉnh n phiên − đáy n phiên)',
  },
  foreign_buy_volume: { name: 'KL khối ngoại mua', formula: 'Σ khối lượng khối ngoại mua trong n phiên' },
  foreign_sell_volume: { name: 'KL khối ngoại bán', formula: 'Σ khối lượng khối ngoại bán trong n phiên' },
  average_buy_order: {
    name: 'KL bình quân lệnh mua',
    formula: 'Σ khối lượng đặt mua ÷ Σ số lệnh mua, n phiên',
  },
  average_sell_order: {
    name: 'KL bình quân lệnh bán',
    formula: 'Σ khối lượng đặt bán ÷ Σ số lệnh bán, n phiên',
  },
  buy_on_sell_ratio: {
    name: 'KL bình quân lệnh mua ÷ lệnh bán',
    formula: 'khối lượng bình quân một lệnh mua ÷ khối lượng bình quân một lệnh bán',
  },
  buy_on_sell_volume_ratio: {
    name: 'KL đặt mua ÷ đặt bán',
    formula: 'Σ khối lượng đặt mua ÷ Σ khối lượng đặt bán, n phiên',
  },
  buy_on_sell_order_ratio: {
    name: 'Số lệnh mua ÷ lệnh bán',
    formula: 'Σ số lệnh mua ÷ Σ số lệnh bán, n phiên',
  },
  average_rsi: oscillatorAverage('RSI'),
  average_momentum: oscillatorAverage('Động lượng'),
  average_mfi: oscillatorAverage('MFI'),
  average_roc: oscillatorAverage('ROC'),
  average_cmo: oscillatorAverage('CMO'),
};

/** Groups of the indicators, in Vietnamese. */
export const indicatorGroups: Readonly<Record<string, string>> = {
  Overlay: 'Vẽ trên giá',
  Volume: 'Khối lượng',
  Trend: 'Xu hướng',
  Momentum: 'Động lượng',
  'Supply and demand': 'Cung cầu',
  Special: 'Trung bình của chỉ báo',
};

/** Parameters of the indicators, in Vietnamese. */
export const parameters: Readonly<Record<string, string>> = {
  period: 'Số phiên (n)',
  deviation: 'Độ lệch',
  step: 'Bước',
  maximum: 'Tối đa',
  fast_period: 'Số phiên nhanh',
  slow_period: 'Số phiên chậm',
  signal_period: 'Số phiên tín hiệu',
  source: 'Loại giá',
  k_period: 'Số phiên của %K',
  slowing: 'Số phiên làm mượt',
  d_period: 'Số phiên của %D',
  average_period: 'Số phiên trung bình',
};
