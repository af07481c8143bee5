/** One category of market news and its stories. */
export interface Topic {
  category: string;
  sentences: readonly { vi: string; en: string }[];
}

/** All eleven categories of news, two stories each. */
export const MARKET_TOPICS: readonly Topic[] = [
  {
    category: 'securities',
    sentences: [
      { vi: 'Thị trường chứng khoán khép lại phiên giao dịch', en: 'The stock market closes the session' },
      { vi: 'Khối ngoại giao dịch thận trọng trong phiên', en: 'Foreign investors trade with caution' },
    ],
  },
  {
    category: 'business',
    sentences: [
      {
        vi: 'Doanh nghiệp sản xuất nhận thêm đơn hàng xuất khẩu',
        en: 'Manufacturers win more export orders',
      },
      { vi: 'Doanh nghiệp bán lẻ mở rộng chuỗi cửa hàng', en: 'Retailers extend their chains' },
    ],
  },
  {
    category: 'real_estate',
    sentences: [
      {
        vi: 'Nguồn cung căn hộ mới tăng tại các thành phố lớn',
        en: 'Supply of new apartments grows in large cities',
      },
      { vi: 'Giá thuê khu công nghiệp giữ mức cao', en: 'Rents of industrial parks stay high' },
    ],
  },
  {
    category: 'commodities',
    sentences: [
      { vi: 'Giá cà phê và cao su biến động mạnh', en: 'Coffee and rubber prices swing' },
      { vi: 'Giá thép xây dựng đi ngang', en: 'Prices of construction steel move sideways' },
    ],
  },
  {
    category: 'finance',
    sentences: [
      { vi: 'Lãi suất tiền gửi kỳ hạn ngắn ít thay đổi', en: 'Rates of short deposits change little' },
      { vi: 'Tăng trưởng tín dụng cải thiện trong tháng', en: 'Credit growth improves within the month' },
    ],
  },
  {
    category: 'macro',
    sentences: [
      { vi: 'Chỉ số giá tiêu dùng trong tầm kiểm soát', en: 'Consumer prices stay under control' },
      { vi: 'Sản xuất công nghiệp tiếp tục phục hồi', en: 'Industrial production recovers further' },
    ],
  },
  {
    category: 'economy_and_investment',
    sentences: [
      { vi: 'Giải ngân đầu tư công tăng tốc', en: 'Public investment is paid out faster' },
      { vi: 'Vốn đầu tư nước ngoài đăng ký mới tăng', en: 'Newly registered foreign investment rises' },
    ],
  },
  {
    category: 'world',
    sentences: [
      {
        vi: 'Chứng khoán thế giới chờ quyết định lãi suất',
        en: 'World markets wait for a decision on rates',
      },
      { vi: 'Giá dầu thế giới hạ nhiệt', en: 'World oil prices cool down' },
    ],
  },
  {
    category: 'indochina',
    sentences: [
      {
        vi: 'Thương mại biên giới với Lào và Campuchia sôi động',
        en: 'Border trade with Laos and Cambodia is lively',
      },
      {
        vi: 'Dự án hạ tầng kết nối Đông Dương được thúc đẩy',
        en: 'Projects that connect Indochina move ahead',
      },
    ],
  },
  {
    category: 'personal_finance',
    sentences: [
      { vi: 'Người trẻ quan tâm hơn đến quỹ mở', en: 'Young savers look at open-end funds' },
      { vi: 'Lập kế hoạch chi tiêu cuối năm', en: 'Planning expenses for the end of the year' },
    ],
  },
  {
    category: 'analysis',
    sentences: [
      { vi: 'Nhận định: vùng hỗ trợ của VN-Index', en: 'Analysis: where the VN-Index finds support' },
      {
        vi: 'Định giá thị trường so với trung bình dài hạn',
        en: 'Valuation of the market against its long mean',
      },
    ],
  },
];
